// `npm start` and `npm run dev`: installs and builds what is missing, then runs the server until a
// signal stops it.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { build, ensureInstalled, fail, findNode, isBuilt, root, stopCommands } from './setup.mjs'

const dev = process.argv.includes('--dev')

/** In milliseconds. A server that takes longer to stop is killed. */
const shutdownTimeoutMs = 4700

/** Starts a server that stops when this process ends, even if this process is killed. */
function open(env = {}) {
  // Early releases of Node 24 warn about features that are stable in later ones.
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
    // The compile cache saves about a fifth of the time of repeated starts.
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
 * Runs the server once, and exits when it exits. If the web app isn't built, installs what the
 * build needs and builds it while the server creates and fills its database.
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

/** Restarts the server after each change of its files, even after it failed. */
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
      // The server starts again if it was stopped for a change. If it failed, it stays stopped
      // until the next change.
      if (due) run()
    })
    due = undefined
  }
  const onChange = (_, file) => {
    if (!file || !/\.(?:ts|sql|csv)$/.test(file) || file.endsWith('.test.ts') || due) return
    // Waits, because editors write a file in several steps and a checkout writes many files.
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
  // npm passes signals to the shell in which it runs scripts, but most shells end without passing
  // them on. So this process ends when its parent has ended.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && end(), 250).unref()
  // In production, or if the web app must be built, installs only the server's packages here. A
  // build installs the others while the server creates its database.
  const production = process.env.NODE_ENV === 'production'
  await ensureInstalled({ forServer: !dev && (production || !isBuilt()) })
  end = dev ? serveWithRestarts() : serve()
  // Ctrl-C also reaches the server directly, and the second signal has no effect on it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}

start().catch(fail)
