// Checks third-party packages: none runs code when it is installed, each has the locked content,
// and `npm run sbom` lists each.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

type Locked = {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
  inBundle?: boolean
}
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as unknown
const lockFiles = globSync(['package-lock.json', 'tools/*/package-lock.json'], { cwd: root })
const packagesOf = (lockFile: string) =>
  Object.entries((read(lockFile) as { packages: Record<string, Locked> }).packages).filter(
    ([place]) => place !== '',
  )
const nameOf = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The packages that may have an install script, and the reasons. `.npmrc` turns scripts off. */
const allowedInstallScripts: Record<string, string> = {
  fsevents: 'on macOS, where it brings along what the script would build',
}

type Manifest = { scripts?: Record<string, string>; gypfile?: boolean }
/** Whether npm would run a script, according to the installed package's manifest. */
function hasScript(folder: string): boolean {
  const file = path.join(folder, 'package.json')
  if (!existsSync(path.join(root, file))) return false
  const { scripts = {}, gypfile } = read(file) as Manifest
  const isBuilt = gypfile !== false && existsSync(path.join(root, folder, 'binding.gyp'))
  return isBuilt || ['preinstall', 'install', 'postinstall'].some((name) => scripts[name])
}

test.each(lockFiles)('no package of %s has an install script', (lockFile) => {
  const folder = path.dirname(lockFile)
  const packages = packagesOf(lockFile)
  expect(packages.length).toBeGreaterThan(0)
  const running = packages
    .filter(
      ([place, { hasInstallScript }]) => hasInstallScript || hasScript(path.join(folder, place)),
    )
    .map(([place]) => nameOf(place))
  expect(running.filter((name) => !allowedInstallScripts[name])).toEqual([])
})

test('npm is configured to run no install scripts', () => {
  expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
  expect(readFileSync(path.join(root, 'scripts/setup.mjs'), 'utf8')).toContain("'--ignore-scripts'")
})

test.each(lockFiles)('each package of %s is checked against its hash', (lockFile) => {
  const loose = packagesOf(lockFile).filter(
    // A bundled package is covered by the hash of the package that contains it.
    ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
  )
  expect(loose).toEqual([])
})

type Component = { name: string; version: string }
test('the bill of materials lists each locked package', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const missing = packagesOf('package-lock.json')
    .map(([place, { version }]) => `${nameOf(place)}@${version}`)
    .filter((name) => !listed.has(name))
  expect(missing).toEqual([])
})
