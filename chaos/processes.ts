// Starts the things that cases break: PostgreSQL, the market's servers and a small disk.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, freePort } from '#bench/machine/postgres.ts'

export const root = path.resolve(import.meta.dirname, '..')

export type Postgres = {
  url: string
  start: () => Promise<void>
  /** SIGQUIT ends it immediately, like a crash; SIGINT ends it cleanly. */
  end: (signal: 'SIGQUIT' | 'SIGINT') => Promise<void>
}

export async function createPostgres(parent: string): Promise<Postgres> {
  const { bin, folder, port, user, urlOf } = await createCluster(parent)
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60']
  const flags = ['-D', folder, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const url = urlOf('postgres')
  let child: ChildProcess | undefined
  return {
    url,
    start: async () => {
      child = spawn(path.join(bin, 'postgres'), flags, { ...user, stdio: 'ignore' })
      for (let attempt = 0; attempt < 600; attempt++) {
        const client = new pg.Client({ connectionString: url })
        const isOpen = await client.connect().then(
          () => true,
          () => false,
        )
        if (isOpen) return client.end()
        await sleep(50)
      }
      throw new Error('PostgreSQL didn’t start.')
    },
    end: async (signal) => {
      if (!child || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

export type Node = {
  port: number
  /** Resolves once the server listens. Until `end`, it is restarted whenever it exits by itself. */
  start: () => Promise<void>
  /** Rejects if SIGTERM doesn't end the server cleanly. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

function spawnServer(env: NodeJS.ProcessEnv): { child: ChildProcess; opened: Promise<void> } {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let output = ''
  const opened = new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      output = `${output}${text}`.slice(-5000)
      if (/is open on http/.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The server ended: ${output}`)))
  })
  return { child, opened }
}

/** Creates a server of the market, with production settings. */
export async function createNode(dataDir: string, databaseUrl = ''): Promise<Node> {
  const port = await freePort()
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
  const env = {
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    ...inherited,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
  }
  let running: ReturnType<typeof spawnServer> | undefined
  let isWanted = false
  const start = (): Promise<void> => {
    isWanted = true
    if (running) return running.opened
    const started = spawnServer(env)
    running = started
    started.child.once('exit', () => {
      if (running === started) running = undefined
      setTimeout(() => isWanted && void start().catch(() => {}), 1000)
    })
    return started.opened
  }
  return {
    port,
    start,
    end: async (signal) => {
      isWanted = false
      if (!running) return
      const { child } = running
      const ended = once(child, 'exit')
      running.opened.catch(() => {})
      running = undefined
      child.kill(signal)
      const [code] = await ended
      if (signal === 'SIGTERM' && code !== 0) throw new Error(`The server ended with ${code}.`)
    },
  }
}

const diskMegabytes = 192

/**
 * Runs a module on a small disk and returns the message that it sends. The module's first argument
 * is the disk's folder. The disk is in memory and in its own namespace, so mounting it needs no
 * root.
 */
export async function forkOnSmallDisk(module: string, args: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-disk-'))
  const script = `mount -t tmpfs -o size=${diskMegabytes}m tmpfs "$0" && exec "$@"`
  const child = fork(module, [folder, ...args], {
    execPath: 'unshare',
    execArgv: ['-rm', 'sh', '-c', script, folder, process.execPath],
  })
  try {
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof message !== 'object') throw new Error(`No small disk, or no case on it: ${message}`)
    return message
  } finally {
    child.kill()
    await rmdir(folder)
  }
}
