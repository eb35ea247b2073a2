import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'

type Value = string | number | boolean | null

/** The rows of one table as a file that `copy … from` reads. */
export type TableFile = {
  table: string
  columns: readonly string[]
  file: string
  add: (...row: Value[]) => void
  close: () => void
}

const bufferedRows = 5000
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const written = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (one) => escapes[one] ?? '')
    : value
}

/** The values of a row come in the order of the columns. */
export function openTableFile(folder: string, table: string, columns: string): TableFile {
  const file = path.join(folder, `${table}.tsv`)
  const handle = openSync(file, 'w', 0o644)
  let rows: string[] = []
  const flush = () => {
    if (rows.length > 0) writeSync(handle, `${rows.join('\n')}\n`)
    rows = []
  }
  return {
    table,
    columns: columns.split(/\s+/),
    file,
    add: (...row) => {
      if (rows.push(row.map(written).join('\t')) >= bufferedRows) flush()
    },
    close: () => {
      flush()
      closeSync(handle)
    },
  }
}
