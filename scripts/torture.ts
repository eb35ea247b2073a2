// `npm run torture`: all cases; `npm run torture -- chat races`: these. Prints a table and writes
// it into docs/reliability.md.
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { currentCommit } from '#bench/machine/machine.ts'
import { root } from '#bench/machine/processes.ts'
import { runCases, runCommand } from '#bench/machine/run-cases.ts'
import { cases } from '#torture/cases/cases.ts'
import { startTorture } from '#torture/machine/start-torture.ts'
import { cellsOf, type Report, writeReport } from '#torture/report/reliability.ts'
import { standardSettings } from '#torture/settings.ts'
import type { TortureCase } from '#torture/torture-case.ts'

const file = path.join(root, 'docs/reliability.md')
const names = cases.map(({ name }) => name)
const usage = `Usage: npm run torture -- [CASE …] [--seed WORD] [--rounds N] [--races N] [--no-table]
Cases: ${names.join(', ')}
--seed WORD   the same random moments and choices as in an earlier run
--rounds N    kills in a storm and among the chats
--races N     rounds of each race
--no-table    leaves docs/reliability.md as it is`

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: Math.random().toString(36).slice(2, 8) },
      rounds: { type: 'string', default: String(standardSettings.rounds) },
      races: { type: 'string', default: String(standardSettings.races) },
      'no-table': { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}.`)
  const [rounds, races] = [Number(values.rounds), Number(values.races)]
  if (!(rounds > 0 && races > 0)) throw new Error('--rounds and --races take a number.')
  return {
    chosen: cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    isWritten: !values['no-table'],
    settings: { ...standardSettings, seed: values.seed, rounds, races },
  }
}

type Row = Report['rows'][number]

async function runAll({ chosen, isWritten, settings }: ReturnType<typeof readArguments>) {
  const torture = await startTorture(settings, (text) => console.log(`  ${text}`))
  const key = `${currentCommit()} ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`
  const machine = `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.cpus().length} cores; Node ${process.versions.node}, PostgreSQL ${torture.version ?? 'not there'}; seed ${settings.seed}`
  console.log(machine)
  const rows: Row[] = []
  /** A case that tried nothing hasn't shown anything. */
  const idle: string[] = []
  const runCase = async ({ name, run }: TortureCase): Promise<void> => {
    console.log(name)
    const start = performance.now()
    const outcomes = await run(torture)
    const seconds = Math.round((performance.now() - start) / 1000)
    const fresh = outcomes.map((outcome) => ({ ...outcome, case: name, seconds }))
    for (const row of fresh) console.log(cellsOf(row).join(' · '), `(${seconds} s)`)
    rows.push(...fresh)
    if (outcomes.every(({ tried }) => tried === 0)) idle.push(name)
    if (isWritten)
      writeFileSync(
        file,
        writeReport(readFileSync(file, 'utf8'), { key, machine, rows: fresh }, names),
      )
  }
  const failed = await runCases(chosen, runCase, () => torture.close())
  console.log(['', 'test · tried · survived · lost'].join('\n'))
  for (const row of rows) console.log(cellsOf(row).join(' · '))
  if (failed.length > 0) console.error(`Broke off: ${failed.join(', ')}`)
  if (idle.length > 0) console.error(`Tried nothing: ${idle.join(', ')}`)
  if (failed.length + idle.length > 0 || rows.some(({ lost }) => lost > 0)) process.exitCode = 1
}

await runCommand(usage, () => runAll(readArguments()))
