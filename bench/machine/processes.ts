// Processes that a case starts: pinned to a core, with the processor time and memory they took.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** The core of what is measured, and that of what drives it and of PostgreSQL. */
export const cores = { measured: 0, driver: 1 } as const

let pins = existsSync('/usr/bin/taskset') && existsSync('/proc/self/stat') && os.cpus().length > 1

export const canPin = (): boolean => pins

/** From now on everything uses all cores: for tests, where nothing is timed. */
export function useAllCores(): void {
  pins = false
}

/** Moves a process with all its threads; its later children stay there too. */
export function pin(pid: number, to: string | number): void {
  if (pins) execFileSync('taskset', ['-acp', String(to), String(pid)], { stdio: 'ignore' })
}

export function childrenOf(pid: number): number[] {
  if (!pins) return []
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map(Number)
}

const ticksPerSecond = 100

/** Seconds of processor time that a process has used; undefined where /proc doesn't tell. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / ticksPerSecond
  } catch {
    return undefined
  }
}

/** Resident megabytes of a process. */
export function memoryOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** How many files and connections a process here may have open. */
export function maxOpenFiles(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}

export type Program = { pid: number; port: number; close: () => Promise<void> }

/** On the measured core, where processes can be pinned. */
export function spawnMeasured(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const command = pins
    ? ['taskset', '-c', String(cores.measured), process.execPath, ...args]
    : [process.execPath, ...args]
  return spawn(command[0] as string, command.slice(1), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Starts a program that prints its address once it listens. */
export async function startProgram(args: string[], env?: NodeJS.ProcessEnv): Promise<Program> {
  const child = spawnMeasured(args, env)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const [, found] = /is open on http:\/\/[\w.]+:(\d+)/.exec(output) ?? []
      if (found !== undefined) resolve(Number(found))
    })
    child.once('exit', () => reject(new Error(`${args[0]} ended before it listened.\n${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    port,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The market's server, as in production but without limits; on the embedded database if no URL. */
export const startServer = (
  dataDir: string,
  databaseUrl: string | undefined,
  demo = false,
): Promise<Program> =>
  startProgram(['--v8-pool-size=0', 'server/main.ts'], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    DEMO: demo ? '1' : '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  })
