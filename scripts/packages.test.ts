// Checks whether npm can install the project's packages on every platform.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }
const readLock = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Lock

/**
 * Whether the package in a folder finds another one by Node's rules: first in its own node_modules,
 * then further up.
 */
function finds(lock: Lock, place: string, name: string): boolean {
  if (lock.packages[`${place && `${place}/`}node_modules/${name}`]) return true
  const above = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  return place !== '' && finds(lock, above, name)
}

const manifests = globSync(['package.json', 'tools/*/package.json'], { cwd: root })

// If npm couldn't download a package for another platform, it leaves the package out of the lock
// file, and then `npm ci` refuses that lock file on every platform.
test.each(manifests)('the lock file of %s holds the packages of every platform', (manifest) => {
  const lock = readLock(path.join(path.dirname(manifest), 'package-lock.json'))
  const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !finds(lock, place, name))
      .map((name) => `${place || 'the project'} needs ${name}`),
  )
  expect(missing).toEqual([])
})

type Dependencies = Record<string, string>
const readManifest = (file: string) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Dependencies | undefined
  >

/** Returns the packages that files import or resolve at run time. Type imports don't count. */
function importsOf(files: string[]): Set<string> {
  const pattern =
    /(?:^|\n)(?:import|export) (?!type\b)(?:[^'";]*? from )?['"]([^'".#][^'"\s]*)['"]|\bimport\(\s*'([^'.#][^']*)'/g
  const imported = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map(
      ([, statical, dynamic]) => statical ?? dynamic ?? '',
    ),
  )
  return new Set(
    imported
      .filter((name) => !/^(?:node:|virtual:)/.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''),
  )
}

test('the dependencies are exactly the packages that the server and its commands import', () => {
  const commands = ['scripts/{admins,demo-remove,database}.ts', 'scripts/{start,setup}.mjs']
  const files = globSync(['{contract,server}/**/*.ts', ...commands], { cwd: root }).filter(
    // Only development runs Vite in the server's process.
    (file) => !/\.test\.ts$|testing[\w-]*\.ts$|dev-pages\.ts$/.test(file),
  )
  const { dependencies = {} } = readManifest('package.json')
  // The demo market's fonts are read as files, not imported.
  const installed = Object.keys(dependencies).filter((name) => !name.startsWith('@fontsource/'))
  expect([...importsOf(files)].sort()).toEqual(installed.sort())
})

test.runIf(existsSync(path.join(root, 'build/server/index.js')))(
  'the built web brings all of its packages with it',
  () => {
    const files = globSync('build/server/**/*.js', { cwd: root })
    const { dependencies = {} } = readManifest('package.json')
    expect([...importsOf(files)].filter((name) => !dependencies[name])).toEqual([])
  },
)

test.each(manifests)(
  '%s pins its packages, so that a fresh clone gets the tested versions',
  (manifest) => {
    const { dependencies, devDependencies, optionalDependencies } = readManifest(manifest)
    const loose = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    expect(loose).toEqual([])
  },
)

/** Creates a project that has only the installer, and a fake npm that logs its arguments. */
async function makeProject(afterInstall = '') {
  const project = await mkdtemp(path.join(os.tmpdir(), 'dobara-install-'))
  const log = path.join(project, 'asked')
  await cp(path.join(root, 'scripts/setup.mjs'), path.join(project, 'scripts/setup.mjs'))
  await writeFile(path.join(project, 'package-lock.json'), '{}')
  await mkdir(path.join(project, 'bin'))
  // `ci` first empties the folder, as npm's does.
  const npm = `#!/bin/sh\n[ $1 = install ] || { rm -rf node_modules && mkdir -p node_modules/.bin; }\necho "$@" >> ${log}\n${afterInstall}`
  await writeFile(path.join(project, 'bin/npm'), npm)
  await chmod(path.join(project, 'bin/npm'), 0o755)
  return {
    project,
    remove: () => rm(project, { recursive: true, force: true }),
    /** Evaluates `before`, runs an install, and returns the arguments that it passes to npm. */
    async install(forServer: boolean, before = '') {
      await rm(log, { force: true })
      const program = `${before}; const { ensureInstalled } = await import('./scripts/setup.mjs'); await ensureInstalled({ forServer: ${forServer} })`
      const env = {
        ...process.env,
        PATH: `${path.join(project, 'bin')}${path.delimiter}${process.env.PATH}`,
      }
      const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: project,
        env,
      })
      expect(status).toBe(0)
      const asked = await readFile(log, 'utf8').catch(() => '')
      return /.*--(?:omit|include)=dev/.exec(asked)?.[0]
    },
  }
}

test.skipIf(process.platform === 'win32')(
  'a server installs its packages, a test adds the others, and neither installs twice',
  async () => {
    const { project, install, remove } = await makeProject()
    try {
      expect(await install(true)).toBe('ci --omit=dev')
      expect(await install(true)).toBeUndefined()
      // `ci` would delete the installed packages, which a running server may be using.
      expect(await install(false)).toBe('install --no-save --include=dev')
      expect([await install(true), await install(false)]).toEqual([undefined, undefined])
      await writeFile(path.join(project, 'package-lock.json'), '{ }')
      expect(await install(false)).toBe('ci --include=dev')
      await writeFile(path.join(project, 'package-lock.json'), '{  }')
      expect(await install(true)).toBe('ci --omit=dev')
    } finally {
      await remove()
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'if Node is too old, every npm command finds the installed one',
  async () => {
    const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`
    const { project, install, remove } = await makeProject(
      `case $PWD in */tools/node) mkdir -p ${path.dirname(node)}; echo 'installed' > ${node};; esac\n`,
    )
    try {
      await mkdir(path.join(project, 'tools/node'), { recursive: true })
      await writeFile(path.join(project, 'tools/node/package-lock.json'), '{}')
      const found = () => readFile(path.join(project, 'node_modules/.bin/node'), 'utf8')
      await install(true)
      await expect(found()).rejects.toThrow('ENOENT')
      const olderNode = "Object.defineProperty(process.versions, 'node', { value: '20.9.0' })"
      await install(true, olderNode)
      expect(await found()).toBe('installed\n')
      await writeFile(path.join(project, 'package-lock.json'), '{ }')
      await install(true, olderNode)
      expect(await found()).toBe('installed\n')
    } finally {
      await remove()
    }
  },
)
