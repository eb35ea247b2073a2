// Reads listings of used books from a CSV file.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type Condition, conditions } from '../../contract/books/book-forms.ts'

/**
 * One used copy on offer. Both prices are in the file's currency; `ratio` is the asking price over
 * the list price. `fold` is given where the listing comes from the summary, which has no book ids.
 */
export type Listing = {
  book: string
  condition: Condition
  age: number
  listPrice: number
  askingPrice: number
  ratio: number
  fold?: number
}
/** `leftOut` is a sentence about the rows that were left out, '' if there are none. */
export type Listings = {
  rows: Listing[]
  books: number
  skipped: number
  leftOut: string
  sha256: string
  bytes: number
}

const columns = [
  'book_id',
  'condition',
  'age_years',
  'original_price_krw',
  'used_price_krw',
] as const
type Column = (typeof columns)[number]
const columnNames: Record<Column, string> = {
  book_id: 'a book id',
  condition: 'a condition',
  age_years: 'an age',
  original_price_krw: 'a list price',
  used_price_krw: 'an asking price',
}
/** An edition may be dated a year ahead, and none is older than printing. */
const ages = { from: -1, to: 600 } as const
/** The message names no more unknown conditions than these. */
const maxNamed = 5

const numberOf = (field: string) => (/^-?\d+(\.\d+)?$/.test(field) ? Number(field) : Number.NaN)
const isCondition = (text: string): text is Condition => conditions.some((known) => known === text)

/** The records of a CSV text. Throws an error with a one-line message. */
export function recordsOf(text: string, file: string): string[][] {
  try {
    const records = parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return records
      .map((fields) => fields.map((field) => field.trim()))
      .filter((fields) => fields.length > 1 || fields[0] !== '')
  } catch (error) {
    throw new Error(
      `${file} can’t be read as CSV: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

/** A row's listing, or what is wrong with the row. */
function listingOf(
  field: (column: Column) => string,
): Listing | { problem: string; name?: string } {
  const empty = columns.find((column) => field(column) === '')
  if (empty) return { problem: `without ${columnNames[empty]}` }
  const [book, condition] = [field('book_id'), field('condition')]
  if (!isCondition(condition)) return { problem: 'of an unknown condition', name: condition }
  const [age, listPrice, askingPrice] = [
    numberOf(field('age_years')),
    numberOf(field('original_price_krw')),
    numberOf(field('used_price_krw')),
  ]
  if (!(age >= ages.from && age <= ages.to)) return { problem: 'with an impossible age' }
  if (!(listPrice > 0 && listPrice < Number.POSITIVE_INFINITY))
    return { problem: 'with an impossible list price' }
  if (!(askingPrice > 0 && askingPrice < Number.POSITIVE_INFINITY))
    return { problem: 'with an impossible asking price' }
  // A book dated next year counts as this year's.
  return {
    book,
    condition,
    age: Math.max(0, age),
    listPrice,
    askingPrice,
    ratio: askingPrice / listPrice,
  }
}

/** '12 rows left out: 10 of an unknown condition (Good, fine), 2 without a list price'. */
function describeProblems(problems: readonly { problem: string; name?: string }[]): string {
  if (problems.length === 0) return ''
  const kinds = [...Map.groupBy(problems, ({ problem }) => problem)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const described = kinds.map(([problem, own]) => {
    const names = [...new Set(own.flatMap(({ name }) => name ?? []))]
    const named = names.length > maxNamed ? [...names.slice(0, maxNamed), '…'] : names
    return `${own.length.toLocaleString('en')} ${problem}${named.length ? ` (${named.join(', ')})` : ''}`
  })
  return `${problems.length.toLocaleString('en')} row${problems.length === 1 ? '' : 's'} left out: ${described.join(', ')}`
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new Error(`${file} can’t be read.`)
  }
}

/**
 * Reads a CSV file; incomplete and impossible rows are counted and left out. Throws an error with a
 * one-line message.
 */
export function readListings(file: string): Listings {
  const bytes = bytesOf(file)
  const [names = [], ...records] = recordsOf(bytes.toString('utf8'), file)
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length)
    throw new Error(
      `${file} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.`,
    )
  const at = Object.fromEntries(columns.map((name) => [name, names.indexOf(name)])) as Record<
    Column,
    number
  >
  const problems: { problem: string; name?: string }[] = []
  const rows = records.flatMap((fields) => {
    // Extra empty fields are harmless; any other count may have shifted values to other columns.
    const hasAllFields =
      fields.length >= names.length && fields.slice(names.length).every((field) => field === '')
    const found = hasAllFields
      ? listingOf((column) => fields[at[column]] ?? '')
      : { problem: 'with more or fewer fields than the header' }
    if ('ratio' in found) return [found]
    problems.push(found)
    return []
  })
  const leftOut = describeProblems(problems)
  if (rows.length === 0)
    throw new Error(`${file} holds no complete row${leftOut && ` (${leftOut})`}.`)
  return {
    rows,
    books: new Set(rows.map(({ book }) => book)).size,
    skipped: problems.length,
    leftOut,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  }
}

/** Ten in each of five folds. */
const minBooksOfCondition = 50

/** Throws an error with a one-line message if the file has too few books of a condition. */
export function checkEnough({ rows }: Pick<Listings, 'rows'>, file: string): void {
  const books = conditions.map((condition) => ({
    condition,
    count: new Set(rows.flatMap((row) => (row.condition === condition ? [row.book] : []))).size,
  }))
  const none = books.filter(({ count }) => count === 0).map(({ condition }) => condition)
  if (none.length)
    throw new Error(
      `${file} can’t be fitted: it has no listing of the condition ${none.join(', ')}.`,
    )
  const few = books
    .filter(({ count }) => count < minBooksOfCondition)
    .map(({ condition, count }) => `${count} ${condition}`)
  if (few.length)
    throw new Error(
      `${file} can’t be fitted: five parts need ${minBooksOfCondition} books of each condition, and it has ${few.join(', ')}.`,
    )
}

/** The fold of a book, by a hash of its id: all copies of a title are in the same fold. */
export function foldOf(book: string, folds: number, salt = ''): number {
  return createHash('sha256').update(`${salt}${book}`).digest().readUInt32BE(0) % folds
}
