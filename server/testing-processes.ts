// Runs the server or another command in a process that ends with its test file.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const children: ChildProcess[] = []

export function killProcesses(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}
afterAll(killProcesses)

export type Ended = { code: number | null; stdout: string; stderr: string }
type Options = SpawnOptions & { command?: string }

/** Starts a command of the project. By default it has no terminal and no demo data. */
export function run(
  args: string[],
  env: Record<string, string> = {},
  { command = process.execPath, ...options }: Options = {},
) {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env
  const own = { PORT: '0', HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'warn' }
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...own, ...env },
    ...options,
  })
  children.push(child)
  const output = { stdout: '', stderr: '' }
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>()
  opened.catch(() => {})
  child.stdout?.on('data', (text: Buffer) => {
    output.stdout += text
    const [, address] = /Dobara is open on (https?:\S+)/.exec(output.stdout) ?? []
    if (address !== undefined) resolve(address)
  })
  child.stderr?.on('data', (text: Buffer) => {
    output.stderr += text
  })
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => {
    reject(new Error(`it ended: ${output.stderr}`))
    return { code, ...output }
  })
  return { child, opened, ended, output: () => output.stdout + output.stderr }
}

export const command = (name: string, args: string[], env: Record<string, string>) =>
  run([`scripts/${name}.ts`, ...args], env).ended
