// The titles of the demo market: real books, facts only, from catalogue.csv.
import { readFileSync } from 'node:fs'

export type Title = {
  branch: string
  title: string
  author: string
  year: number
  /** Unknown numbers are left out rather than guessed. */
  pages: number | undefined
  isbn: string | undefined
  /** The list price (MRP) of an Indian edition, in paise. */
  mrp: number
  genre: string
  about: string
}

const columns = [
  'branch',
  'title',
  'author',
  'year',
  'pages',
  'isbn',
  'mrp',
  'genre',
  'about',
] as const
type Column = (typeof columns)[number]

/** The fields of one line of CSV; a field in quotes may hold commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

export function readCatalogue(): Title[] {
  const [head = '', ...lines] = readFileSync(new URL('catalogue.csv', import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
  if (head !== columns.join()) throw new Error(`catalogue.csv must begin with ${columns.join()}`)
  return lines.map((line) => {
    const fields = fieldsOf(line)
    if (fields.length !== columns.length)
      throw new Error(`catalogue.csv: not ${columns.length} fields: ${line}`)
    const row = Object.fromEntries(
      columns.map((column, at) => [column, fields[at] ?? '']),
    ) as Record<Column, string>
    return {
      ...row,
      year: Number(row.year),
      pages: row.pages === '' ? undefined : Number(row.pages),
      isbn: row.isbn === '' ? undefined : row.isbn,
      mrp: Number(row.mrp) * 100,
    }
  })
}
