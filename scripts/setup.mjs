// What `npm start` and `npm test` need before anything else: the packages, the right Node, the
// built web. Plain JavaScript for Node 20, which is all that a fresh machine has.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** The code runs on this major version of Node and on newer ones. */
const minNode = 24

/** A fault that its reader can mend: one line, no stack. */
export class SetupFault extends Error {}

/** Runs a command in a folder with its output shown; resolves to the exit code. */
export function run(command, args, { env = {}, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32' && command === 'npm',
    })
    // Ctrl-C reaches the command by itself; a signal to this process alone is handed on.
    const handOn = (signal) => child.kill(signal)
    process.on('SIGTERM', handOn)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', handOn)
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Stands for what is installed in a folder. */
function installedIn(folder) {
  const mark = path.join(folder, 'node_modules', '.installed')
  return existsSync(mark) ? readFileSync(mark, 'utf8') : undefined
}

/** Runs an install of npm in a folder unless it holds what `wanted` stands for already. */
async function install(folder, wanted, { also = [], args = ['ci'], title }) {
  const found = installedIn(folder)
  if (found === wanted || also.includes(found)) return
  console.log(`Installing ${title} …`)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  if ((await run('npm', [...args, ...quiet], { cwd: folder })) !== 0)
    throw new SetupFault('The packages could not be installed; npm says why above.')
  writeFileSync(path.join(folder, 'node_modules', '.installed'), wanted)
}

/** The tools whose tests run with the others. */
export const testedTools = ['pictures', 'price-model']

const lockOf = (folder) =>
  hashOf(readFileSync(path.join(folder, 'package-lock.json')), process.platform, process.arch)

/** Installs the packages of a tool in its own folder, unless exactly those are there. */
export function ensureToolInstalled(tool) {
  const folder = path.join(root, 'tools', tool)
  return install(folder, lockOf(folder), { title: `the packages of tools/${tool}` })
}

/**
 * Installs the locked packages unless exactly those are there, and Node where this one is too old.
 * With `forServer`, without those that only build, develop and test; where everything is
 * installed, that will do too.
 */
export async function ensureInstalled({ forServer = false } = {}) {
  const all = lockOf(root)
  const serverOnly = `${all} production`
  // `npm ci` would take the server's packages away first, and a server may be running on them.
  const args = installedIn(root) === serverOnly ? ['install', '--no-save'] : ['ci']
  const packages = forServer
    ? install(root, serverOnly, {
        also: [all],
        args: ['ci', '--omit=dev'],
        title: "the server's packages",
      })
    : install(root, all, {
        args: [...args, '--include=dev'],
        title: 'packages (once, up to a minute)',
      })
  await Promise.all([packages, isNewEnough ? undefined : ensureToolInstalled('node')])
}

const isNewEnough = Number(process.versions.node.split('.')[0]) >= minNode

/** The Node to run the project on: this one where it is new enough, else the one of tools/node. */
export function findNode() {
  if (isNewEnough) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const { platform, arch } = process
  const packages = [
    `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
    `node-bin-${platform}-${arch}`,
  ]
  const node = packages
    .map((one) => path.join(root, 'tools/node/node_modules', one, 'bin', name))
    .find((file) => existsSync(file))
  if (!node)
    throw new SetupFault(`Dobara needs Node ${minNode} or newer here; this is ${process.version}.`)
  return node
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name))
        : [path.join(folder, entry.name)],
    )
}

const buildMark = path.join(root, 'build', '.fingerprint')

/** Stands for everything that the built web is made from. */
function fingerprint() {
  const sources = ['web', 'contract'].flatMap(filesBelow).filter((file) => !file.includes('.test.'))
  return hashOf(
    ...[...sources, 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'].flatMap(
      (file) => [file, readFileSync(path.join(root, file))],
    ),
  )
}

/** Whether the web is built from its sources as they are. */
export const isBuilt = () =>
  existsSync(buildMark) && readFileSync(buildMark, 'utf8') === fingerprint()

/** Builds the web, after installing what that needs. */
export async function build() {
  await ensureInstalled()
  const wanted = fingerprint()
  console.log('Building the web …')
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/build-web.ts']
  if ((await run(findNode(), args, { quiet: true })) !== 0)
    throw new SetupFault('The web could not be built; the reason stands above.')
  writeFileSync(buildMark, wanted)
}

/**
 * What to print about a fault: one line for what its reader can mend, everything for what they
 * can't.
 */
export const reasonOf = (error) => (error instanceof SetupFault ? error.message : error)

/** Ends the process on a fault. */
export function fail(error) {
  console.error(reasonOf(error))
  process.exit(1)
}
