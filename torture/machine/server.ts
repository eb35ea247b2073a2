// The market's server as a process that dies and is started again on the same port, as by whatever
// keeps a service running.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#bench/machine/postgres.ts'
import { root } from '#bench/machine/processes.ts'

export type ServerOptions = {
  dataDir: string
  databaseUrl: string | undefined
  /** Flags of Node.js itself. */
  flags?: readonly string[]
  env?: Readonly<Record<string, string>>
}

export type Server = {
  port: number
  /** How often it was started. */
  starts: () => number
  pid: () => number | undefined
  /** Starts it, and resolves once it listens; does nothing while it runs. */
  start: () => Promise<void>
  /** `kill -9`; resolves once the process is gone. */
  kill: () => Promise<void>
  /** Ends in order; rejects if it doesn't. */
  stop: () => Promise<void>
  /** Resolves when the process ends, by itself or not. */
  ended: () => Promise<unknown>
  /** What it wrote to its error output, and the lines of its log. */
  log: () => string
}

const startTimeoutMs = 120_000

function spawnServer(port: number, { dataDir, databaseUrl, flags = [], env }: ServerOptions) {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env
  return spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: 'http://127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      DEMO: '0',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
}

/** Resolves once the process says that it is open; rejects with its output if it ends before. */
function opened(child: ChildProcess, onOutput: (text: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  const take = (text: Buffer) => {
    output += text
    onOutput(String(text))
    if (/is open on http/.test(output)) resolve()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  child.once('exit', () => reject(new Error(`The server ended before it listened: ${output}`)))
  const timer = setTimeout(() => reject(new Error(`No server: ${output}`)), startTimeoutMs)
  return promise.finally(() => clearTimeout(timer))
}

export async function createServer(options: ServerOptions): Promise<Server> {
  const port = await freePort()
  let child: ChildProcess | undefined
  let exited: Promise<unknown> = Promise.resolve()
  let log = ''
  let starts = 0
  const isRunning = () => child?.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (!child || !isRunning()) return
    child.kill(signal)
    await exited
  }
  return {
    port,
    starts: () => starts,
    pid: () => child?.pid,
    start: async () => {
      if (isRunning()) return
      starts++
      child = spawnServer(port, options)
      exited = once(child, 'exit')
      await opened(child, (text) => {
        log += text
      })
    },
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      if (child?.exitCode !== 0 && child?.signalCode !== 'SIGKILL')
        throw new Error(`The server ended with ${child?.exitCode}: ${log}`)
    },
    ended: () => exited,
    log: () => log,
  }
}
