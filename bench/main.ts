// `npm run bench`: all cases; `npm run bench -- lists-8 search`: these. Prints a table and writes
// it into docs/performance.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchCase, Measured } from '#bench/cases/bench-case.ts'
import { cases } from '#bench/cases/cases.ts'
import { currentCommit, describeMachine } from '#bench/machine/machine.ts'
import { root } from '#bench/machine/processes.ts'
import { runCases, runCommand } from '#bench/machine/run-cases.ts'
import { startBench } from '#bench/machine/start-bench.ts'
import { combineRuns, type ReportRow } from '#bench/report/combine.ts'
import { cellsOf, writeTable } from '#bench/report/table.ts'

const file = path.join(root, 'docs/performance.md')
const names = cases.map(({ name }) => name)
const usage = `Usage: npm run bench -- [CASE …] [--runs 3] [--seconds 6] [--books N] [--clients 10000] [--no-table]
Cases: ${names.join(', ')}
--books N        fills N books instead of what each case asks for, and writes no table
--clients N      connected clients of the case live, as far as files may be open (ulimit -n)
--no-table       leaves docs/performance.md as it is`

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      books: { type: 'string' },
      clients: { type: 'string', default: '10000' },
      'no-table': { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}.`)
  const numberOf = (name: 'runs' | 'seconds' | 'clients' | 'books'): number => {
    const number = Number(values[name])
    if (!(number > 0)) throw new Error(`--${name} takes a number.`)
    return number
  }
  const books = values.books === undefined ? undefined : numberOf('books')
  const [seconds, clients] = [numberOf('seconds'), numberOf('clients')]
  return {
    chosen: cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    runs: numberOf('runs'),
    // Figures of another market would take the place of the real ones.
    isWritten: !values['no-table'] && books === undefined,
    settings: { books, seconds, clients, connections: 32, questions: 500, pairs: 100, demo: true },
  }
}

type Arguments = ReturnType<typeof readArguments>

async function runAll({ chosen, runs, settings, isWritten }: Arguments): Promise<void> {
  const [load = 0] = os.loadavg()
  const bench = await startBench({ settings, say: console.log })
  const runLength = `${runs} ${runs === 1 ? 'run' : 'runs'} of ${settings.seconds} s`
  const machine = `${describeMachine(bench.postgres.version, load)}; ${runLength}`
  const key = `${currentCommit()} ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`
  console.log(machine)
  const runCase = async ({ name, run }: BenchCase): Promise<ReportRow[]> => {
    const measured: Measured[][] = []
    for (let number = 1; number <= runs; number++) {
      console.log(`${name}, run ${number} of ${runs}`)
      measured.push(await run(bench))
    }
    const rows = combineRuns(name, measured)
    for (const row of rows)
      console.log(
        cellsOf(row)
          .filter((cell) => cell !== '')
          .join(' · '),
      )
    if (isWritten) {
      const earlier = existsSync(file) ? readFileSync(file, 'utf8') : ''
      writeFileSync(file, writeTable(earlier, { key, machine, rows }, names))
    }
    return rows
  }
  const failed = await runCases(chosen, runCase, () => bench.close())
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
}

await runCommand(usage, () => runAll(readArguments()))
