// The long form of the model test: `npm run test:model` runs 10,000 sequences, in a process for
// each core, and prints how often each transition was reached (`-- 500`: so many); each must be as
// often as a hundredth of the sequences. `-- --faults` plants faults in a copy of the server, one
// at a time, and says whether the model finds each (`-- --faults rent`: those with this word).
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Fault, faults } from './planted-faults.ts'

const root = path.resolve(import.meta.dirname, '..')
const defaultSequences = 10_000
const faultEnv = { MODEL_SEQUENCES: '300' }

/** Runs the model test in a folder; true if it passes. */
function runModel(folder: string, env: Record<string, string>, isQuiet: boolean): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project=server', '--reporter=dot', 'server/verify/model'],
    { cwd: folder, stdio: isQuiet ? 'ignore' : 'inherit', env: { ...process.env, ...env } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

/** Whether the model test fails with a fault, which is taken out again. */
async function isFound({ name, file, text, replacement }: Fault, folder: string): Promise<boolean> {
  const target = path.join(folder, file)
  const source = await readFile(target, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`“${name}” has no place in ${file} any more`)
  await writeFile(target, source.replace(text, replacement))
  const isPassed = await runModel(folder, faultEnv, true)
  await writeFile(target, source)
  return !isPassed
}

/** Plants the faults whose names have the word, one after the other; true if all are found. */
async function findFaults(word: string): Promise<boolean> {
  const chosen = faults.filter(({ name }) => name.includes(word))
  if (chosen.length === 0) throw new Error(`no fault has “${word}” in its name`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    for (const name of ['contract', 'server', 'db', 'scripts', 'package.json', 'tsconfig.json'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true })
    await cp(path.join(root, 'vitest.config.ts'), path.join(folder, 'vitest.config.ts'))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    if (!(await runModel(folder, faultEnv, true)))
      throw new Error('the model fails without a fault')
    let missed = 0
    for (const fault of chosen) {
      const found = await isFound(fault, folder)
      if (!found) missed++
      console.log(`${found ? 'found ' : 'MISSED'}  ${fault.name}`)
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} planted faults were found.`)
    return missed === 0
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Prints the tables of all processes as one; true if each transition was reached often enough. */
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

async function runSequences(sequences: number): Promise<boolean> {
  if (!(Number.isInteger(sequences) && sequences > 0))
    throw new Error('The number of sequences is a whole number from 1 on, or --faults.')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    const processes = Math.min(os.availableParallelism(), sequences)
    const files = Array.from({ length: processes }, (_, i) => path.join(folder, `${i}.json`))
    const share = String(Math.ceil(sequences / processes))
    const passed = await Promise.all(
      files.map((file) => runModel(root, { MODEL_SEQUENCES: share, MODEL_TABLE: file }, false)),
    )
    return passed.every(Boolean) && (await printTable(files, Math.floor(sequences / 100)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [argument = String(defaultSequences), word = ''] = process.argv.slice(2)
const isPassed =
  argument === '--faults' ? await findFaults(word) : await runSequences(Number(argument))
process.exitCode = isPassed ? 0 : 1
