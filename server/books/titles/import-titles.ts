// Imports facts about titles from a file: a dump of Open Library, or CSV with a header line.
import { createReadStream } from 'node:fs'
import readline from 'node:readline'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { Isbn, NewBook } from '#contract/books/book-forms.ts'
import { knownBranch } from '#contract/books/branches.ts'
import { isbn13 } from '#contract/books/isbn.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { ImportedAuthorsTable, ImportedTitlesTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'

const batchRows = 1000

type Title = Insertable<ImportedTitlesTable>
type Author = Insertable<ImportedAuthorsTable>
/**
 * The rows of one line of a file. A line about a title has none if it lacks an ISBN, a title or an
 * author.
 */
type Line = { titles?: Title[]; author?: Author }

const { title, publication_year, pages, branch, original_price } = NewBook.shape
/** The facts about a title. Leaves out values that a listing can't have, such as the year 20. */
const Facts = z.object({
  isbn: Isbn,
  title,
  publication_year: publication_year.catch(undefined),
  pages: pages.catch(undefined),
  branch: branch.optional().catch(undefined),
  original_price: original_price.optional().catch(undefined),
})
const Author = NewBook.shape.author

type NamedAuthor = { author: string } | { author_key: string }

/** Returns undefined if the line has no title or no ISBN. */
function toTitle(typed: Record<string, unknown>, author: NamedAuthor): Title | undefined {
  const { data } = Facts.safeParse(typed)
  if (!data) return undefined
  const { branch, original_price: price, publication_year, pages, ...facts } = data
  return {
    ...facts,
    ...author,
    publication_year: publication_year ?? null,
    pages: pages ?? null,
    // Keeps only known branches, because any other subject would become a branch of the market.
    branch: knownBranch(branch ?? '') ?? null,
    original_price: price === undefined ? null : toPaise(price),
  }
}

type Edition = {
  title?: string
  isbn_10?: string[]
  isbn_13?: string[]
  authors?: { key: string }[]
  by_statement?: string
  publish_date?: string
  number_of_pages?: number
}

function readEdition(edition: Edition): Line {
  const { title, isbn_10 = [], isbn_13 = [], by_statement: byStatement } = edition
  const key = edition.authors?.[0]?.key
  const name = Author.safeParse(byStatement).data
  const author = key === undefined ? name && { author: name } : { author_key: key }
  if (!author) return {}
  const facts = {
    title,
    publication_year: /\d{4}/.exec(edition.publish_date ?? '')?.[0],
    pages: edition.number_of_pages,
  }
  const isbns = new Set([...isbn_13, ...isbn_10].map(isbn13))
  const titles = [...isbns].map((isbn) => toTitle({ ...facts, isbn }, author))
  return { titles: titles.filter((found) => found !== undefined) }
}

/** Reads a type, a key, a revision, a date and JSON, separated by tabs. */
function readDumpLine(line: string): Line {
  const [type, key = '', , , json = '{}'] = line.split('\t')
  if (type === '/type/edition') return readEdition(JSON.parse(json))
  if (type !== '/type/author') return {}
  const name = Author.safeParse(JSON.parse(json).name).data
  return name === undefined ? {} : { author: { key, name } }
}

/** The names that columns of a CSV file may have, in lower case, and the facts they stand for. */
const headers: Record<string, string> = {
  isbn: 'isbn',
  isbn13: 'isbn',
  'isbn 13': 'isbn',
  ean: 'isbn',
  barcode: 'isbn',
  title: 'title',
  name: 'title',
  author: 'author',
  authors: 'author',
  branch: 'branch',
  subject: 'branch',
  category: 'branch',
  year: 'publication_year',
  'publication year': 'publication_year',
  pages: 'pages',
  'number of pages': 'pages',
  price: 'original_price',
  mrp: 'original_price',
  'list price': 'original_price',
  'original price': 'original_price',
}
const fieldOf = (header: string) =>
  headers[
    header
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
  ] ?? false

function readRecord({ author, ...typed }: Record<string, string>): Line {
  const name = Author.safeParse(author).data
  const title = name === undefined ? undefined : toTitle(typed, { author: name })
  return title ? { titles: [title] } : {}
}

const isDump = (path: string) => /\.txt(\.gz)?$/.test(path)

async function* readLines(path: string): AsyncGenerator<Line> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  if (isDump(path)) {
    for await (const line of readline.createInterface({ input })) yield readDumpLine(line)
    return
  }
  const options = { bom: true, columns: (names: string[]) => names.map(fieldOf), trim: true }
  for await (const record of input.pipe(parse({ ...options, relax_column_count: true })))
    yield readRecord(record)
}

async function saveTitles(db: Db, titles: ReadonlyMap<string, Title>): Promise<void> {
  if (titles.size === 0) return
  await db
    .insertInto('imported_titles')
    .values([...titles.values()])
    .onConflict((conflict) =>
      conflict.column('isbn').doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        author: ref('excluded.author'),
        author_key: ref('excluded.author_key'),
        branch: ref('excluded.branch'),
        publication_year: ref('excluded.publication_year'),
        pages: ref('excluded.pages'),
        original_price: ref('excluded.original_price'),
      })),
    )
    .execute()
}

async function saveAuthors(db: Db, authors: ReadonlyMap<string, Author>): Promise<void> {
  if (authors.size === 0) return
  await db
    .insertInto('imported_authors')
    .values([...authors.values()])
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
    )
    .execute()
}

/**
 * Imports the lines of a `.txt` dump of Open Library (editions and authors) or of a CSV file; both
 * may be compressed (`.gz`). A later line about the same ISBN wins. Returns how many lines were
 * read and how many titles saved. https://openlibrary.org/developers/dumps
 */
export async function importTitles(db: Db, path: string) {
  const titles = new Map<string, Title>()
  const authors = new Map<string, Author>()
  const counts = { lines: 0, titles: 0 }
  const save = async () => {
    await saveTitles(db, titles)
    await saveAuthors(db, authors)
    counts.titles += titles.size
    titles.clear()
    authors.clear()
  }
  for await (const line of readLines(path)) {
    counts.lines++
    for (const title of line.titles ?? []) titles.set(title.isbn, title)
    if (line.author) authors.set(line.author.key, line.author)
    if (titles.size + authors.size >= batchRows) await save()
  }
  await save()
  return counts
}
