// Reads listings of used books from a CSV file.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { conditions } from '../../contract/books/conditions.ts'
import { type ConditionGrade, gradedConditions } from '../../server/pricing/model.ts'

/** The five parts of the books. The cross-validation holds out one after the other. */
export const folds = [0, 1, 2, 3, 4] as const

/** Returns a book's fold, by a hash of its id. All copies of a book are in the same fold. */
export const foldOf = (book: string): number =>
  createHash('sha256').update(book).digest().readUInt32BE(0) % folds.length

const Decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
const Price = Decimal.pipe(z.number().positive())
const Row = z
  .object({
    book_id: z.string().min(1),
    condition: z.enum(conditions),
    // An edition may carry the next year's date, and no edition is older than printing.
    age_years: Decimal.pipe(z.number().min(-1).max(600)),
    original_price_krw: Price,
    used_price_krw: Price,
  })
  .transform(({ book_id, condition, age_years, original_price_krw, used_price_krw }) => ({
    book: book_id,
    condition,
    // A book with the next year's date counts as this year's.
    age: Math.max(0, age_years),
    listPrice: original_price_krw,
    ratio: used_price_krw / original_price_krw,
    fold: foldOf(book_id),
  }))

/** A used copy on offer. `ratio` is its asking price divided by its list price. */
export type Listing = z.output<typeof Row>
export const isGraded = (condition: string): condition is ConditionGrade =>
  gradedConditions.some((known) => known === condition)

export const countBooks = (rows: readonly Listing[] = []): number =>
  new Set(rows.map(({ book }) => book)).size

/**
 * Reads a CSV file, and counts the rows that can't be used. Throws an error with a one-line message
 * if no row can be used.
 */
export function readListings(file: string) {
  const bytes = readFileSync(file)
  const problems: string[] = []
  const records: unknown[] = parse(bytes, {
    bom: true,
    columns: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => void problems.push('number of fields'),
  })
  const rows = records.flatMap((record) => {
    const { data, error } = Row.safeParse(record)
    if (error) problems.push(String(error.issues[0]?.path[0]))
    return data ?? []
  })
  const reasons = [...new Set(problems)].sort().join(', ')
  const leftOut = reasons
    ? `${problems.length} rows left out for their ${reasons}`
    : 'no row left out'
  if (rows.length === 0) throw new Error(`${file} has no usable row: ${leftOut}.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { rows, skipped: problems.length, leftOut, sha256, bytes: bytes.length }
}
