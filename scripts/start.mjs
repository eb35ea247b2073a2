// `npm start` and `npm run dev`: installs and builds what is missing, then runs the server until it
// is told to stop.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { build, ensureInstalled, fail, findNode, isBuilt, root, stopCommands } from './setup.mjs'

const dev = process.argv.includes('--dev')

/** A server that hasn't ended this many milliseconds after it was asked to is killed. */
const shutdownTimeoutMs = 4700

/**
 * Opens a server that ends when its channel to this process does, even if this process is killed.
 */
function open(env = {}) {
  // Early releases of Node 24 warn of what later ones call stable.
  const args = [
    '--disable-warning=ExperimentalWarning',
    // V8 then has one background thread fewer than there are cores, rather than always four.
    '--v8-pool-size=0',
    'server/main.ts',
    ...(dev ? ['--dev'] : []),
  ]
  const server = spawn(findNode(), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Saves about a fifth of a repeated start.
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
 * Runs the server once; this process ends as it does. What is missing of the web is installed and
 * built while the server makes and fills its database.
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

/** Runs the server anew after each change of its files, however it ended before. */
function serveAnew() {
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
      // A server that a change stopped starts again; one that failed waits for the change that
      // mends it.
      if (due) run()
    })
    due = undefined
  }
  const onChange = (_, file) => {
    if (!file || !/\.(?:ts|sql|csv)$/.test(file) || file.endsWith('.test.ts') || due) return
    // An editor writes a file in several steps, and a checkout many files.
    due = setTimeout(() => {
      console.log(`${file} changed: starting anew …`)
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
  // npm hands a signal on to the shell that it runs scripts in, and most shells end without handing
  // it on to this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && end(), 250).unref()
  // The server makes its database while the rest is installed and the web is built.
  const production = process.env.NODE_ENV === 'production'
  await ensureInstalled({ forServer: !dev && (production || !isBuilt()) })
  end = dev ? serveAnew() : serve()
  // Ctrl-C reaches the server by itself too; being told twice makes no difference to it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}

start().catch(fail)
