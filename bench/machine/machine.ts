import { execFileSync } from 'node:child_process'
import { root } from './processes.ts'

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
