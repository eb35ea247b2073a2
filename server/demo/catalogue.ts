// The demo market's titles: facts about real books, from catalogue.csv.
import { readFileSync } from 'node:fs'

/** Splits a line of CSV. A quoted field may contain commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** Reads a CSV file's rows as objects. The first line has the names. Empty fields are left out. */
export function readCsv(file: URL): Partial<Record<string, string>>[] {
  const [names = [], ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/).map(fieldsOf)
  return rows.map((fields) => {
    if (fields.length !== names.length)
      throw new Error(`${file.pathname}: not ${names.length} fields: ${fields.join()}`)
    return Object.fromEntries(
      names.flatMap((name, at) => (fields[at] === '' ? [] : [[name, fields[at]]])),
    )
  })
}

export type Title = {
  branch: string
  title: string
  author: string
  year: number
  /** Undefined if the number isn't known. */
  pages: number | undefined
  isbn: string | undefined
  /** The list price of an Indian edition, in rupees. */
  mrp: number
  genre: string
  about: string
}

export const readCatalogue = (): Title[] =>
  readCsv(new URL('catalogue.csv', import.meta.url)).map(
    ({ branch = '', title = '', author = '', genre = '', about = '', isbn, ...row }) => ({
      branch,
      title,
      author,
      genre,
      about,
      isbn,
      year: Number(row.year),
      pages: row.pages === undefined ? undefined : Number(row.pages),
      mrp: Number(row.mrp),
    }),
  )
