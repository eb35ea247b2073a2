import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** These end only what hangs: a busy machine takes ten times as long as a quiet one. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 }
const expectOptions = { poll: { timeout: 60_000 } }
/** What takes long is CI's, see CONTRIBUTING.md. */
const isLong = process.env.LONG_TESTS === '1'
const isServerLong = isLong && process.env.LONG_SERVER_TESTS !== '0'
const excludeLong = (runsLong: boolean) => [
  ...configDefaults.exclude,
  ...(runsLong ? [] : ['**/*.long.test.ts']),
]
/**
 * A test that imports no `testing….ts` and doesn't mention a database doesn't use one, so CI
 * doesn't repeat it on PostgreSQL.
 */
const serverTests = readdirSync(path.join(import.meta.dirname, 'server'), {
  encoding: 'utf8',
  recursive: true,
})
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `server/${file.replaceAll('\\', '/')}`)
const usesDatabase = (file: string) =>
  /\/testing(-(?!rounds)[\w-]+)?\.ts'|database|app\.ts'|inject\(/i.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  )
const setup = './scripts/fail-on-console-error.ts'

export default defineConfig({
  test: {
    globalSetup: './scripts/test-database.ts',
    pool: 'forks',
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          ...timeouts,
          expect: expectOptions,
          name: 'pure',
          include: ['contract/**/*.test.ts', ...serverTests.filter((file) => !usesDatabase(file))],
          exclude: excludeLong(isLong),
          isolate: false,
          setupFiles: setup,
        },
      },
      {
        extends: true,
        test: {
          ...timeouts,
          expect: expectOptions,
          name: 'server',
          include: serverTests.filter(usesDatabase),
          exclude: excludeLong(isServerLong),
          env: { LONG_TESTS: isServerLong ? '1' : '' },
          // The files of a worker share its process, its modules and its database, because loading
          // them takes longer than most files.
          isolate: false,
          setupFiles: [setup, './server/testing-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...timeouts,
          expect: expectOptions,
          name: 'web',
          exclude: excludeLong(isLong),
          include: ['web/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: [setup, './web/testing-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...timeouts,
          expect: expectOptions,
          name: 'others',
          exclude: excludeLong(isLong),
          include: [
            '{bench,chaos,scripts}/**/*.test.ts',
            // The packages of `tools/` are installed only for long tests.
            ...(isLong ? ['tools/**/*.test.ts'] : []),
          ],
          setupFiles: setup,
        },
      },
    ],
  },
})
