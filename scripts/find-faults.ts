// Plants faults in a copy of the server, one at a time, and says whether its tests find each.
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Fault } from './planted-faults.ts'

const root = path.resolve(import.meta.dirname, '..')

type PlantedFault = Fault & { tests: string; only?: string }

type TestRun = {
  env?: Record<string, string>
  isQuiet?: boolean
  /** One with a copy of all. */
  folder?: string
  /** Words in the names of the tests. */
  only?: string
}

/** Runs the server's tests of a file or folder until one fails; true if they pass. */
export function runTests(
  tests: string,
  { env = {}, isQuiet = false, folder = root, only = '' }: TestRun = {},
): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [
      ...[vitest, 'run', '--project=server', '--project=pure', '--reporter=dot', '--bail=1'],
      ...(only === '' ? [] : ['-t', only]),
      tests,
    ],
    {
      cwd: folder,
      stdio: isQuiet ? 'ignore' : 'inherit',
      env: { ...process.env, LONG_TESTS: '1', ...env },
    },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

async function makeCopy(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-faults-'))
  for (const name of ['contract', 'server', 'db', 'scripts', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true })
  await cp(path.join(root, 'vitest.config.ts'), path.join(folder, 'vitest.config.ts'))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** Whether tests fail with a fault, which is taken out again. */
async function isFound(
  { name, file, text, replacement, tests, only = '' }: PlantedFault,
  run: TestRun & { folder: string },
): Promise<boolean> {
  const target = path.join(run.folder, file)
  const source = await readFile(target, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`“${name}” has no place in ${file} any more`)
  await writeFile(target, source.replace(text, replacement))
  const isPassed = await runTests(tests, { ...run, only })
  await writeFile(target, source)
  return !isPassed
}

/**
 * Plants the faults whose names have the word, one after the other, and prints which were found;
 * true if all were. Throws where tests fail without a fault.
 */
export async function findFaults(
  faults: readonly PlantedFault[],
  word: string,
  env: Record<string, string> = {},
): Promise<boolean> {
  const chosen = faults.filter(({ name }) => name.includes(word))
  if (chosen.length === 0) throw new Error(`no fault has “${word}” in its name`)
  const folder = await makeCopy()
  const run = { env, isQuiet: true, folder }
  try {
    const groups = Map.groupBy(chosen, ({ tests, only }) => `${tests} ${only ?? ''}`)
    for (const [name, [fault]] of groups)
      if (fault && !(await runTests(fault.tests, { ...run, only: fault.only ?? '' })))
        throw new Error(`${name} fails without a fault`)
    let missed = 0
    for (const fault of chosen) {
      const found = await isFound(fault, run)
      if (!found) missed++
      console.log(`${found ? 'found ' : 'MISSED'}  ${fault.name}`)
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} planted faults were found.`)
    return missed === 0
  } finally {
    await rm(folder, { recursive: true })
  }
}
