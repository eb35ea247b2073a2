import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { canPin, root } from './processes.ts'

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Written by what measures. */
const reports = [':!docs/performance.md', ':!docs/reliability.md']

/** The commit that is measured, with a plus where files differ from it. */
export function currentCommit(): string {
  const isChanged = git('status', '--porcelain', '--', ...reports) !== ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? '+' : ''}`
}

const gigabyte = 1024 ** 3

/** What a figure was measured on, in one line; `load` is what else ran before the start. */
export function describeMachine(postgresVersion: string, load: number): string {
  const memory = Math.round(os.totalmem() / gigabyte)
  const pinned = canPin()
    ? 'server on core 0, load generator and PostgreSQL on core 1'
    : 'nothing pinned, because there is no taskset or only one core'
  return [
    `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.cpus().length} cores, ${memory} GB`,
    `Node ${process.versions.node}, PostgreSQL ${postgresVersion}`,
    pinned,
    `load average before the start ${load.toFixed(1)}`,
  ].join('; ')
}
