// `npm run test:model`: the long form of the model tests. It runs 10,000 sequences of each model on
// all cores, and prints how often each transition was reached; each must be reached in a hundredth
// of the sequences. `-- 500` sets the number of sequences, `-- 500 rings` also the model.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** For each model, the words in the name of its test. */
const models = { orders: 'orders and offers', exchanges: 'exchanges', rings: 'rings' }
const defaultSequences = 10_000

/** Resolves to whether the model tests pass. */
function runTests(env: Record<string, string>, only: string): Promise<boolean> {
  const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1']
  const flags = ['--project=server', '--project=pure', '--reporter=dot']
  if (only !== '') flags.push('-t', only)
  const child = spawn(process.execPath, [...vitest, ...flags, 'server/verify/model'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LONG_TESTS: '1', ...env },
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

/** Prints all counts as one table. Returns whether each transition was reached often enough. */
async function printTable(files: string[], minReached: number): Promise<boolean> {
  const counts = new Map<string, number>()
  for (const file of files)
    for (const [transition, count] of JSON.parse(await readFile(file, 'utf8')) as [
      string,
      number,
    ][])
      counts.set(transition, (counts.get(transition) ?? 0) + count)
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [transition, count] of rows) console.log(`${count}\t${transition}`)
  const rare = rows.filter(([, count]) => count < minReached)
  console.log(`\n${rows.length} transitions, ${rare.length} reached less than ${minReached} times.`)
  for (const [transition, count] of rare) console.log(`${count}\t${transition}`)
  return rare.length === 0
}

async function runSequences(sequences: number, model: string): Promise<boolean> {
  if (!(Number.isInteger(sequences) && sequences > 0))
    throw new Error('The number of sequences is a whole number from 1 on.')
  if (!(model === '' || model in models))
    throw new Error(`The models are ${Object.keys(models).join(', ')}.`)
  const only = model === '' ? '' : models[model as keyof typeof models]
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    const processes = Math.min(os.availableParallelism(), sequences)
    const files = Array.from({ length: processes }, (_, i) => path.join(folder, `${i}.json`))
    const share = String(Math.ceil(sequences / processes))
    const passed = await Promise.all(
      files.map((file) => runTests({ MODEL_SEQUENCES: share, MODEL_TABLE: file }, only)),
    )
    return passed.every(Boolean) && (await printTable(files, Math.floor(sequences / 100)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [sequences = String(defaultSequences), model = ''] = process.argv.slice(2)
process.exitCode = (await runSequences(Number(sequences), model)) ? 0 : 1
