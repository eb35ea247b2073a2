// `npm test`: every check there is, and one closing line that counts them.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, findNode, reasonOf, root, run } from './setup.mjs'

const tally = { passed: 0, failed: 0 }
const count = (ok, amount = 1) => {
  tally[ok ? 'passed' : 'failed'] += amount
}
const bin = (name) => path.join('node_modules', name)
const read = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

/** A check that passes or fails as a whole. */
async function check(title, args, env) {
  console.log(`\n── ${title}`)
  count((await run(findNode(), args, { env })) === 0)
}

/** A suite that counts its own tests; one that breaks down, or counts none, is one failure. */
async function suite(title, args, report, counted, env) {
  console.log(`\n── ${title}`)
  rmSync(path.join(root, report), { force: true })
  const code = await run(findNode(), args, { env })
  const result = read(report)
  const { passed, failed } = result ? counted(result) : { passed: 0, failed: 0 }
  count(true, passed)
  count(false, failed === 0 && (code !== 0 || passed === 0) ? 1 : failed)
}

const vitest = (name) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=test-results/${name}.json`,
]
const ofVitest = (result) => ({ passed: result.numPassedTests, failed: result.numFailedTests })

function close() {
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
  process.exit(tally.failed === 0 ? 0 : 1)
}

async function test() {
  await ensureInstalled()
  await ensureBuilt()
  // The browser and the server under test run on the project's own Node too.
  process.env.PATH = `${path.dirname(findNode())}${path.delimiter}${process.env.PATH}`
  await run(findNode(), [bin('@react-router/dev/bin.cjs'), 'typegen'])
  await check('Types', [bin('typescript/bin/tsc')])
  await check('Types of the service worker', [bin('typescript/bin/tsc'), '-p', 'web/worker'])
  await check('Lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])
  await suite('Unit and API tests', vitest('unit'), 'test-results/unit.json', ofVitest, { TEST_DATABASE_URL: '' })
  if (process.env.TEST_DATABASE_URL)
    await suite("The server's tests on PostgreSQL", [...vitest('postgres'), 'server'], 'test-results/postgres.json', ofVitest)
  await suite('Browser tests', [bin('@playwright/test/cli.js'), 'test'], 'test-results/e2e.json', ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }))
}

test()
  .catch((error) => {
    console.error(reasonOf(error))
    count(false)
  })
  .then(close)
