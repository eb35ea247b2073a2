import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: './scripts/test-database.ts',
    setupFiles: './scripts/fail-on-console-error.ts',
    // Each file runs in a process of its own, with an app and a database that its tests share.
    pool: 'forks',
    maxWorkers: 2,
    // These end only what hangs: a busy machine takes ten times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
