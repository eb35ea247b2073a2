// Starts the measured programs. If possible they run on a core that nothing else uses.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

export type Program = { pid: number; port: number; close: () => Promise<void> }

export const canPin = existsSync('/usr/bin/taskset') && os.cpus().length > 1
/** The measured program has one core; the load generator and PostgreSQL share the other. */
const cores = { measured: '0', driver: '1', all: `0-${os.cpus().length - 1}` }

/** Moves a process and its threads to these cores. Children that it starts later inherit them. */
export function pin(pid: number, to: keyof typeof cores): void {
  if (canPin) execFileSync('taskset', ['-acp', cores[to], String(pid)], { stdio: 'ignore' })
}

/** Returns user and system time in seconds, which the kernel counts in hundredths. */
export function processorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

export const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Starts a program in the folder `cwd`, and waits until it prints its address. */
async function startProgram(cwd: string, args: string[], own = {}): Promise<Program> {
  const env = { ...process.env, ...own }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = child.pid ?? 0
  pin(pid, 'measured')
  const { promise: opened, resolve, reject } = Promise.withResolvers<number>()
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    const port = /is open on http:\/\/[\w.]+:(\d+)/.exec(output)?.[1]
    if (port !== undefined) resolve(Number(port))
  })
  child.once('exit', () => reject(new Error(`${args} ended before it listened.\n${output}`)))
  const close = async () => {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  }
  return { pid, port: await opened, close }
}

/**
 * Starts a `node:http` server that sends the responses in a file or, if no file is given, a
 * Socket.IO relay.
 */
export const startBare = (answersFile = ''): Promise<Program> =>
  startProgram(root, ['bench/bare.ts', answersFile])

/**
 * Starts a checkout's server without rate limits. If `databaseUrl` is empty, it uses an embedded
 * database.
 */
export const startServer = (
  folder: string,
  dataDir: string,
  databaseUrl: string,
  demo = false,
): Promise<Program> =>
  startProgram(folder, ['--v8-pool-size=0', 'server/main.ts'], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: demo ? '1' : '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  })
