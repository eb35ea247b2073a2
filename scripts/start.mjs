// `npm start` and `npm run dev`: installs and builds what is missing, then runs the server until a
// signal stops it.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { build, ensureInstalled, fail, findNode, isBuilt, root, stopCommands } from './setup.mjs'

const dev = process.argv.includes('--dev')

/** A server that is still running this many milliseconds after it was stopped is killed. */
const shutdownTimeoutMs = 4700

/** Starts a server that stops when this process ends, even if this process is killed. */
function open(env = {}) {
  // Early releases of Node 24 print warnings about features that are stable in later ones.
  const args = [
    '--disable-warning=ExperimentalWarning',
    // V8 then has one background thread fewer than there are cores, instead of always four.
    '--v8-pool-size=0',
    'server/main.ts',
    ...(dev ? ['--dev'] : []),
  ]
  const server = spawn(findNode(), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // The compile cache saves about a fifth of the time of a repeated start.
    env: {
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
      ...process.env,
      ...env,
    },
  })
  return server.on('error', fail)
}

function stop(server) {
  if (!server.connected) return
  server.disconnect()
  setTimeout(() => server.kill('SIGKILL'), shutdownTimeoutMs).unref()
}

/**
 * Runs the server once. This process ends when the server does. While the server creates and fills
 * its database, the missing parts of the web are installed and built.
 */
function serve() {
  const ready = isBuilt()
  const server = open(ready ? {} : { WEB_BUILD: 'pending' })
  server.on('exit', async (code, signal) => {
    await stopCommands()
    process.exit(signal ? 0 : (code ?? 1))
  })
  if (!ready)
    build().then(
      () => server.connected && server.send('built'),
      (error) => {
        server.removeAllListeners('exit').on('exit', () => fail(error))
        stop(server)
      },
    )
  return () => stop(server)
}

/** Restarts the server after each change of its files, even if it failed before. */
function serveWithRestarts() {
  let server
  let running = false
  let ending = false
  let due
  const run = () => {
    running = true
    server = open()
    server.on('exit', () => {
      running = false
      if (ending) process.exit(0)
      // A server that was stopped because of a change starts again. A server that failed waits for
      // the next change.
      if (due) run()
    })
    due = undefined
  }
  const onChange = (_, file) => {
    if (!file || !/\.(?:ts|sql|csv)$/.test(file) || file.endsWith('.test.ts') || due) return
    // An editor writes a file in several steps, and a checkout writes many files.
    due = setTimeout(() => {
      console.log(`${file} changed: restarting …`)
      if (running) stop(server)
      else run()
    }, 150)
  }
  for (const folder of ['server', 'contract', 'db'])
    watch(path.join(root, folder), { recursive: true }, onChange)
  run()
  return () => {
    ending = true
    if (running) stop(server)
    else process.exit(0)
  }
}

async function start() {
  let end = () => process.exit(0)
  // npm passes a signal to the shell in which it runs scripts, but most shells end without passing
  // it on to this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && end(), 250).unref()
  // The server creates its database while the other packages are installed and the web is built.
  const production = process.env.NODE_ENV === 'production'
  await ensureInstalled({ forServer: !dev && (production || !isBuilt()) })
  end = dev ? serveWithRestarts() : serve()
  // Ctrl-C also reaches the server directly. A second signal has no effect on it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}

start().catch(fail)
