import { existsSync } from 'node:fs'
import path from 'node:path'
import { findPostgres, postgresMissing } from './postgres.ts'
import { root } from './processes.ts'

/**
 * Runs all cases, also after one that failed, then `close`; also when somebody breaks it off.
 * Returns the names of those that failed.
 */
export async function runCases<Case extends { name: string }>(
  cases: readonly Case[],
  run: (one: Case) => Promise<unknown>,
  close: () => Promise<void>,
): Promise<string[]> {
  process.once('SIGINT', () => void close().finally(() => process.exit(130)))
  const failed: string[] = []
  try {
    for (const one of cases)
      await run(one).catch((error: unknown) => {
        failed.push(one.name)
        console.error(`${one.name}:`, error)
      })
  } finally {
    await close()
  }
  return failed
}

/** Runs a command that needs a build and PostgreSQL; says what is missing, or how it is called. */
export async function runCommand(usage: string, run: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage)
  } else if (findPostgres() === undefined || !existsSync(path.join(root, 'build/server'))) {
    console.error(findPostgres() ? 'There is no build/: run npm run build first.' : postgresMissing)
    process.exitCode = 1
  } else {
    try {
      await run()
    } catch (error) {
      console.error(error instanceof Error ? `${error.message}\n${usage}` : error)
      process.exitCode = 1
    }
  }
}
