// Prepares `npm start` and `npm test`: the packages, the right Node and the built web app. Plain
// JavaScript for Node 20, because a fresh machine may have nothing newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const minNode = 24

/** An error that the user can fix, printed as one line without a stack. */
export class SetupError extends Error {}

const children = new Set()

/** Runs a command in a folder and shows its output. Resolves to its exit code. */
export function run(command, args, { env = {}, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32' && command === 'npm',
    })
    children.add(child)
    // Ctrl-C reaches the command by itself, but a signal sent only to this process doesn't.
    const forward = (signal) => child.kill(signal)
    process.on('SIGTERM', forward)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      children.delete(child)
      process.off('SIGTERM', forward)
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

/** Stops the running commands, because an install mustn't go on while another start begins one. */
export async function stopCommands() {
  const ended = [...children].map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ended)
}

const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

function installedIn(folder) {
  const mark = path.join(folder, 'node_modules', '.installed')
  return existsSync(mark) ? readFileSync(mark, 'utf8') : undefined
}

/** Runs npm's install in a folder, unless it has the packages identified by `wanted` or `also`. */
async function install(folder, wanted, { also = [], args = ['ci'], title }) {
  const found = installedIn(folder)
  if (found === wanted || also.includes(found)) return
  console.log(`Installing ${title} …`)
  // Skips packages' install scripts, so that no third-party code runs during an install.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if ((await run('npm', [...args, ...quiet], { cwd: folder })) !== 0)
    throw new SetupError('The packages could not be installed; npm says why above.')
  writeFileSync(path.join(folder, 'node_modules', '.installed'), wanted)
}

/** The tools whose tests are part of `npm test`. */
export const testedTools = ['price-model']

const lockfileHash = (folder) =>
  hashOf(readFileSync(path.join(folder, 'package-lock.json')), process.platform, process.arch)

export function ensureToolInstalled(tool) {
  const folder = path.join(root, 'tools', tool)
  return install(folder, lockfileHash(folder), { title: `the packages of tools/${tool}` })
}

/**
 * Installs the locked packages unless they are installed, and Node if the running one is too old.
 * With `forServer`, doesn't install the packages for building, development and tests, but doesn't
 * remove them either.
 */
export async function ensureInstalled({ forServer = false } = {}) {
  const all = lockfileHash(root)
  const serverOnly = `${all} production`
  // `npm ci` would first delete the server's packages, and a server may be running on them.
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
  if (!isNewEnough) putNodeFirst()
}

const isNewEnough = Number(process.versions.node.split('.')[0]) >= minNode

/**
 * Makes other npm commands run on the Node in tools/node, because npm looks for programs in `.bin`
 * first.
 */
function putNodeFirst() {
  // Windows lets only some users create symbolic links.
  if (process.platform === 'win32') return
  const link = path.join(root, 'node_modules', '.bin', 'node')
  const node = findNode()
  if (existsSync(link) && realpathSync(link) === realpathSync(node)) return
  rmSync(link, { force: true })
  symlinkSync(path.relative(path.dirname(link), node), link)
}

/**
 * Returns the Node that runs the project: the running one if it is new enough, or else the one in
 * tools/node.
 */
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
    throw new SetupError(`Dobara needs Node ${minNode} or newer here; this is ${process.version}.`)
  return node
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(path.join(folder, entry.name))
        : [path.join(folder, entry.name)],
    )
}

const buildMark = path.join(root, 'build', '.fingerprint')

function fingerprint() {
  const sources = ['web', 'contract'].flatMap(filesBelow).filter((file) => !file.includes('.test.'))
  return hashOf(
    ...[
      ...sources,
      'scripts/build-web.ts',
      'package-lock.json',
      'tsconfig.json',
      'vite.config.ts',
      'react-router.config.ts',
    ].flatMap((file) => [file, readFileSync(path.join(root, file))]),
  )
}

/** Whether the web app has been built from its current sources. */
export const isBuilt = () =>
  existsSync(buildMark) && readFileSync(buildMark, 'utf8') === fingerprint()

export async function build() {
  await ensureInstalled()
  const wanted = fingerprint()
  console.log('Building the web …')
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/build-web.ts']
  if ((await run(findNode(), args, { quiet: true })) !== 0)
    throw new SetupError('The web could not be built; see above.')
  writeFileSync(buildMark, wanted)
}

/** Returns what to print for an error: one line if the user can fix it, or else everything. */
export const reasonOf = (error) => (error instanceof SetupError ? error.message : error)

export function fail(error) {
  console.error(reasonOf(error))
  process.exit(1)
}
