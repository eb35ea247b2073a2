// `npm test`: runs all checks, and counts them in its last line. LONG_TESTS=1 adds the long tests.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  build,
  ensureInstalled,
  ensureToolInstalled,
  findNode,
  isBuilt,
  reasonOf,
  root,
  run,
  testedTools,
} from './setup.mjs'

let passed = 0
/** The failures, one line each. They are printed again at the end, where people look first. */
const failed = []
const bin = (name) => path.join('node_modules', name)
const read = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

async function check(title, args, env) {
  console.log(`\n── ${title}`)
  if ((await run(findNode(), args, { env })) === 0) passed += 1
  else failed.push(title)
}

/** Runs a suite that counts its tests. A suite that crashes or counts none is one failure. */
async function suite(title, args, report, readReport, env) {
  console.log(`\n── ${title}`)
  rmSync(path.join(root, report), { force: true })
  const code = await run(findNode(), args, { env })
  const result = read(report)
  const counts = result ? readReport(result) : { passed: 0, failed: [] }
  passed += counts.passed
  failed.push(...counts.failed.map((name) => `${title} › ${name}`))
  if (counts.failed.length === 0 && (code !== 0 || counts.passed === 0))
    failed.push(`${title}: broke down`)
}

const vitest = (name) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=test-results/${name}.json`,
]
const readVitestReport = ({ numPassedTests, testResults }) => ({
  passed: numPassedTests,
  failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A test file that can't be loaded or set up has no failed test, so the file itself is listed.
    if (tests.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
    return tests.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  }),
})

/** Playwright's tests are in a tree of suites: files, then groups of `describe`. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
/**
 * Returns the beginning of a failure's message, which says what the test waited for: a hang may
 * never recur.
 */
const reasonOfResult = ({ errors = [] } = {}) =>
  stripVTControlCharacters(errors.at(-1)?.message ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 15)
    .join(' | ')
const readPlaywrightReport = (result) => ({
  passed: result.stats.expected,
  failed: specsOf(result).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => `${file} › ${title}: ${reasonOfResult(results.at(-1))}`),
  ),
})

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0]

function close() {
  if (failed.length) console.log(['', 'Failed:', ...failed.map((line) => `  ${line}`)].join('\n'))
  console.log(`\n${passed} passed, ${failed.length} failed`)
  process.exit(failed.length === 0 ? 0 : 1)
}

async function test() {
  await ensureInstalled()
  const isLong = process.env.LONG_TESTS === '1'
  if (isLong) for (const tool of testedTools) await ensureToolInstalled(tool)
  if (!isBuilt()) await build()
  // The browser tests and the server under test also run on the project's own Node.
  process.env.PATH = `${path.dirname(findNode())}${path.delimiter}${process.env.PATH}`
  // The tests start hundreds of processes on the same files, which all reuse the compiled code.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compile')
  await run(findNode(), [bin('@react-router/dev/bin.cjs'), 'typegen'])
  // These two run in parallel, with one core each.
  await Promise.all([
    check('Types', [bin('typescript/bin/tsc')]),
    check('Types of the service worker', [bin('typescript/bin/tsc'), '-p', 'web/worker'])
      .then(() => isLong && check('Types of the tools', [bin('typescript/bin/tsc'), '-p', 'tools']))
      .then(() => check('Lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'])),
  ])
  const { TEST_DATABASE_URL: postgres } = process.env
  await suite('Unit and API tests', vitest('unit'), 'test-results/unit.json', readVitestReport, {
    TEST_DATABASE_URL: '',
    // With PostgreSQL, the server's long tests run only there, because only there transactions run
    // in parallel.
    ...(postgres && { LONG_SERVER_TESTS: '0' }),
  })
  if (postgres)
    await suite(
      "The server's tests on PostgreSQL",
      [...vitest('postgres'), '--project=server', 'server'],
      'test-results/postgres.json',
      readVitestReport,
    )
  await suite(
    'Browser tests',
    [bin('@playwright/test/cli.js'), 'test'],
    'test-results/e2e.json',
    readPlaywrightReport,
  )
}

test()
  .catch((error) => {
    failed.push(reasonOf(error))
  })
  .then(close)
