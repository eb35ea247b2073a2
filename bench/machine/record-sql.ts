// The SQL that the server sends for a request, read from PostgreSQL's log: so that pgbench runs the
// same, whatever the server looks like inside.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { logFileOf, type Postgres } from './postgres.ts'

type LogLine = { dbname?: string; message?: string; detail?: string }

/** The log is written by a process of its own, a moment later. */
const logDelayMs = 40

/** A statement with its parameters in their places. */
export function withParameters(statement: string, detail: string | undefined): string {
  const values = new Map(
    [...(detail ?? '').matchAll(/\$(\d+) = (NULL|'(?:[^']|'')*')/g)].map(([, number, value]) => [
      number,
      value,
    ]),
  )
  return statement.replace(/\$(\d+)/g, (whole, number) => values.get(number) ?? whole)
}

const statementOf = ({ message = '', detail }: LogLine): string | undefined => {
  const [, statement] = /^(?:statement|execute [^:]*): ([\s\S]+)$/.exec(message) ?? []
  return statement && withParameters(statement.trim().replace(/;$/, ''), detail)
}

function readFrom(file: string, start: number): { text: string; end: number } {
  const handle = openSync(file, 'r')
  const { size } = fstatSync(handle)
  const buffer = Buffer.alloc(size - start)
  readSync(handle, buffer, 0, buffer.length, start)
  closeSync(handle)
  return { text: buffer.toString(), end: size }
}

/** Runs each request by itself; returns its statements as a script, in the order they were sent. */
export async function recordSql(
  postgres: Postgres,
  database: string,
  requests: readonly (() => Promise<unknown>)[],
): Promise<string[]> {
  const setLogging = async (value: 'all' | 'none') => {
    await postgres.run(`alter system set log_statement = '${value}'`)
    await postgres.run('select pg_reload_conf()')
    await sleep(5 * logDelayMs)
  }
  await setLogging('all')
  const file = logFileOf(postgres.folder)
  let { end } = readFrom(file, 0)
  const scripts: string[] = []
  for (const request of requests) {
    await request()
    await sleep(logDelayMs)
    const read = readFrom(file, end)
    end = read.end
    const statements = read.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ dbname }) => dbname === database)
      .flatMap((line) => statementOf(line) ?? [])
    scripts.push(`${statements.join(';\n')};\n`)
  }
  await setLogging('none')
  // What the server had cached already took no SQL.
  return scripts.filter((script) => script !== ';\n')
}
