// Second-hand listings as the fit and the evaluation read them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Condition, conditions } from '#contract/book-forms.ts'

/** One used copy on offer; `list` and `asked` are in the file's currency, `ratio` is asked / list. */
export type Listing = { book: string; condition: Condition; age: number; list: number; asked: number; ratio: number }
export type Listings = { rows: Listing[]; books: number; skipped: number; sha256: string; bytes: number }

const columns = ['book_id', 'condition', 'age_years', 'original_price_krw', 'used_price_krw'] as const

/** The fields of one line of CSV; a quoted field may hold commas and doubled quotes, but no line break. */
export function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  const field = /("(?:[^"]|"")*"|[^,]*)(,|$)/y
  for (let found = field.exec(line); found; found = found[2] === '' ? null : field.exec(line)) {
    const text = found[1] ?? ''
    fields.push(text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text)
  }
  return fields
}

/** A whole number or a decimal; an empty or other field is no number. */
const numberOf = (field: string | undefined) => (field !== undefined && /^-?\d+(\.\d+)?$/.test(field.trim()) ? Number(field) : Number.NaN)
const isCondition = (text: string | undefined): text is Condition => conditions.some((one) => one === text)

/** Reads a CSV; a row that lacks something or says something impossible is counted and left out. Throws a line for people. */
export function readListings(file: string): Listings {
  const bytes = readFileSync(file)
  const [header = '', ...lines] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const names = fieldsOf(header).map((name) => name.trim())
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length) throw new Error(`${file} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.`)
  const at = Object.fromEntries(columns.map((name) => [name, names.indexOf(name)])) as Record<(typeof columns)[number], number>
  const filled = lines.filter((line) => line.trim() !== '')
  const rows = filled.flatMap((line) => {
    const fields = fieldsOf(line)
    const [book = '', condition] = [fields[at.book_id]?.trim(), fields[at.condition]?.trim()]
    const [age, list, asked] = [
      numberOf(fields[at.age_years]),
      numberOf(fields[at.original_price_krw]),
      numberOf(fields[at.used_price_krw]),
    ]
    // An age below 0 is a book dated ahead; the model takes it as this year's.
    if (book === '' || !isCondition(condition) || Number.isNaN(age) || !(list > 0) || !(asked > 0)) return []
    return [{ book, condition, age: Math.max(0, age), list, asked, ratio: asked / list }]
  })
  if (rows.length === 0) throw new Error(`${file} holds no complete row.`)
  return {
    rows,
    books: new Set(rows.map(({ book }) => book)).size,
    skipped: filled.length - rows.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  }
}

/** Which part of `parts` a book falls in: by its id alone, so that all copies of a title stay together. */
export function partOf(book: string, parts: number, salt = ''): number {
  return createHash('sha256').update(`${salt}${book}`).digest().readUInt32BE(0) % parts
}
