// What `npm start` and `npm test` need before anything else: the packages, the right Node, the
// built web. Plain JavaScript for Node 20, which is all that a fresh machine has.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const least = 24

/** A fault that its reader can mend: one line, no stack. */
export class SetupFault extends Error {}

/** Runs a command in the project with its output shown; resolves to the exit code. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
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

/**
 * Installs the locked packages unless exactly those are there. In production without those that
 * only develop and test: no browser, linter or test runner comes onto the machine. Where everything
 * is installed, that will do for production too.
 */
export async function ensureInstalled({ production = false } = {}) {
  const mark = path.join(root, 'node_modules', '.installed')
  const all = hashOf(
    readFileSync(path.join(root, 'package-lock.json')),
    process.platform,
    process.arch,
  )
  const few = `${all} production`
  const found = existsSync(mark) && readFileSync(mark, 'utf8')
  if (found === all || (production && found === few)) return
  console.log(`Installing packages${production ? ' for production' : ''} (once, a minute or two) …`)
  const dev = production ? '--omit=dev' : '--include=dev'
  const code = await run('npm', ['ci', dev, '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) throw new SetupFault('The packages could not be installed; npm says why above.')
  writeFileSync(mark, production ? few : all)
}

/** The tools with packages of their own. */
export const tools = ['pictures', 'price-model']

/** Installs the locked packages of a tool in its folder, unless exactly those are there. */
export async function ensureToolInstalled(tool) {
  const folder = path.join(root, 'tools', tool)
  const mark = path.join(folder, 'node_modules', '.installed')
  const wanted = hashOf(readFileSync(path.join(folder, 'package-lock.json')))
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log(`Installing the packages of tools/${tool} …`)
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  if ((await run('npm', ['ci', '--prefix', folder, ...options])) !== 0)
    throw new SetupFault(
      `The packages of tools/${tool} could not be installed; npm says why above.`,
    )
  writeFileSync(mark, wanted)
}

const runs = (file) =>
  existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0

let node
/**
 * The Node to run the project on: the one among its packages where that runs, else this one when it
 * is new enough.
 */
export function findNode() {
  if (node) return node
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const { platform, arch } = process
  const packages = [
    `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
    `node-bin-${platform}-${arch}`,
  ]
  const files = packages.map((one) => path.join(root, 'node_modules', one, 'bin', name))
  node =
    files.find(runs) ??
    (Number(process.versions.node.split('.')[0]) >= least ? process.execPath : undefined)
  if (!node)
    throw new SetupFault(`Dobara needs Node ${least} or newer here; this is ${process.version}.`)
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

/** Builds the web unless its sources are those of the last build. */
export async function ensureBuilt() {
  const mark = path.join(root, 'build', '.fingerprint')
  const sources = ['web', 'contract'].flatMap(filesBelow).filter((file) => !file.includes('.test.'))
  const wanted = hashOf(
    ...[...sources, 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'].flatMap(
      (file) => [file, readFileSync(path.join(root, file))],
    ),
  )
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log('Building the web …')
  const code = await run(findNode(), ['scripts/build.ts'], { quiet: true })
  if (code !== 0) throw new SetupFault('The web could not be built; the reason stands above.')
  writeFileSync(mark, wanted)
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
