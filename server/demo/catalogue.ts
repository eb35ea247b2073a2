// The titles of the demo market: real books, facts only, from catalogue.csv.
import { readFileSync } from 'node:fs'
import { readCsv } from './csv.ts'

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

export function readCatalogue(): Title[] {
  const [head, ...lines] = readCsv(readFileSync(new URL('catalogue.csv', import.meta.url), 'utf8'))
  if (head?.join() !== columns.join())
    throw new Error(`catalogue.csv must begin with ${columns.join()}`)
  return lines.map((fields) => {
    if (fields.length !== columns.length)
      throw new Error(`catalogue.csv: not ${columns.length} fields: ${fields.join()}`)
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
