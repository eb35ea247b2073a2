import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const { executablePath, env, args } = await findBrowser()
const port = Number(process.env.E2E_PORT ?? 4173)
/** A fresh demo market for each run, which all tests share. */
const ownDataDir = path.join(os.tmpdir(), `dobara-e2e-${process.pid}-${Date.now()}`)
const dataDir = process.env.E2E_DATA_DIR ?? ownDataDir
// Workers read this file too, and find it set.
process.env.E2E_DATA_DIR = dataDir
if (dataDir === ownDataDir)
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.LONG_TESTS === '1' ? [] : ['**/*.long.spec.ts'],
  // Long, to end only what hangs: a busy machine takes ten times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // One browser per core: with more, they slow each other down and tests fail on a busy machine.
  workers: os.availableParallelism(),
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Animations take a third of a run's time, and axe measures colours that still fade in.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces make the run half as long again: `--trace retain-on-failure` when they are needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // It would answer requests before `page.route` sees them; its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args,
      env: { ...(process.env as Record<string, string>), ...env },
    },
  },
  webServer: {
    command: 'node server/main.ts',
    url: `http://localhost:${port}/api/books/branches`,
    env: { PORT: String(port), DATA_DIR: dataDir, DEMO: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
    // While writing tests: E2E_REUSE=1 uses the server that already listens on E2E_PORT.
    reuseExistingServer: process.env.E2E_REUSE === '1',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
