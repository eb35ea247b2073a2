// Checks a CSV file of books as a single listing is checked, and prepares what its import adds.
import { knownBranch } from '#contract/books/branches.ts'
import { type ImportPreview, importErrorText } from '#contract/books/manage/csv.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { byteOrderMark, fromCell, toCsv } from '#contract/common/csv.ts'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import { importLimits } from '#contract/common/limits.ts'
import { formatCount, formatNumber } from '#contract/common/numbers.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { findListingSeller, newCopy, newListing } from '#server/books/listing.ts'
import { rejectCopies } from '#server/books/rules.ts'
import { findOwnTitles } from '#server/books/store.ts'
import { findFactsByIsbns } from '#server/books/titles/facts-by-isbn.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { countUsesLeft } from '#server/platform/limits/quotas.ts'
import { createPredictorOfMany } from '#server/pricing/predict.ts'
import { type Field, labels } from './columns.ts'
import { type CsvTable, readCsv, unreadable } from './read-csv.ts'
import { addErrors, type BookRow, isbnOf, isSoldOut, readBookRows, readForm } from './read-rows.ts'

type Listing = ReturnType<typeof newListing>
type CheckedRow = BookRow & { listing: Listing | undefined }

/** Titles are the same if they have the same ISBN, or the same title and author. */
const sameBookKey = (listing: Listing) => `${listing.condition} ${titleKey(listing)}`

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>
type QuotaContext = Pick<AppContext, 'db' | 'config' | 'now'>

async function toListings(
  context: Context,
  rows: readonly BookRow[],
  accountId: string,
): Promise<CheckedRow[]> {
  const { db } = context
  const { sellerType } = await findListingSeller(db, accountId)
  const isbns = new Set(rows.flatMap(({ cells }) => isbnOf(cells) ?? []))
  const facts = await findFactsByIsbns(db, [...isbns])
  const forms = rows.map((row) => readForm(row, facts.get(isbnOf(row.cells) ?? '')))
  const copies = forms.map((form) => form && newCopy(form))
  const predict = await createPredictorOfMany(context, accountId)
  const predicted = (
    await predict(
      db,
      copies.filter((copy) => copy !== undefined),
    )
  ).values()
  return rows.map((row, index) => {
    const form = forms[index]
    const prediction = copies[index] ? (predicted.next().value ?? null) : null
    if (!form) return { ...row, listing: undefined }
    try {
      const listing = newListing(form, prediction)
      rejectCopies(listing.copies, listing.book_type, sellerType)
      return { ...row, listing }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      addErrors(row, error)
      return { ...row, listing: undefined }
    }
  })
}

function rejectManyCopies(rows: readonly CheckedRow[]): void {
  let copies = 0
  for (const row of rows) {
    copies += row.listing?.copies ?? 0
    if (copies > importLimits.copies && row.listing) {
      row.errors.copies = `A file can have at most ${formatNumber(importLimits.copies)} copies in all.`
      row.listing = undefined
    }
  }
}

/** `rows` are those of books to list. `soldOut` is how many others are left out. */
export type CheckedImport = { table: CsvTable; rows: CheckedRow[]; soldOut: number }

/** Throws like `readCsv` if the file as a whole can't be imported. */
export async function checkImport(
  context: Context,
  bytes: Buffer,
  accountId: string,
): Promise<CheckedImport> {
  const table = readCsv(bytes)
  const all = readBookRows(table)
  const toList = all.filter(({ cells }) => !isSoldOut(cells))
  if (toList.length === 0)
    throw unreadable('All books in this file have the quantity 0, so there is nothing to import.')
  const rows = await toListings(context, toList, accountId)
  rejectManyCopies(rows)
  return { table, rows, soldOut: all.length - rows.length }
}

function headerOf({ headers, columns }: CsvTable, field: Field | 'row'): string {
  if (field === 'row') return ''
  return headers[columns.indexOf(field)]?.trim() ?? labels[field]
}

const errorsOf = (table: CsvTable, { row, errors }: CheckedRow) =>
  Object.entries(errors).map(([field, message]) => ({
    row,
    column: headerOf(table, field as Field | 'row'),
    message,
  }))

const errorHeader = 'Error'

/** The file as it was read, with a first column of errors instead of an earlier one. */
function withErrors({ table, rows }: CheckedImport): string {
  const isKept = (_: unknown, index: number) => table.headers[index]?.trim() !== errorHeader
  const byRow = new Map(rows.map((row) => [row.row, errorsOf(table, row)]))
  const texts = (row: number) => (byRow.get(row) ?? []).map(importErrorText)
  return `${byteOrderMark}${toCsv([
    [errorHeader, ...table.headers.filter(isKept)],
    ...table.rows.map(({ row, cells }) => [
      texts(row).join(' '),
      ...cells.filter(isKept).map(fromCell),
    ]),
  ])}`
}

/** Returns each row's warnings, and how many rows repeat others. */
async function findWarnings(db: Context['db'], rows: readonly CheckedRow[], accountId: string) {
  const listings = rows.flatMap(({ listing }) => listing ?? [])
  const listed = await findOwnTitles(db, accountId, listings.map(titleKey))
  const firstRows = new Map<string, number>()
  const warnings = new Map<number, string>()
  const counts = { repeated: 0, alreadyListed: 0 }
  for (const { row, listing } of rows) {
    if (!listing) continue
    const key = sameBookKey(listing)
    const first = firstRows.get(key)
    if (first === undefined) firstRows.set(key, row)
    if (first !== undefined) counts.repeated++
    if (listed.has(key)) counts.alreadyListed++
    const texts = [
      ...(listed.has(key) ? ['You already list this book in this condition.'] : []),
      ...(first === undefined ? [] : [`Same book and condition as row ${first}.`]),
      ...(knownBranch(listing.branch)
        ? []
        : [`“${listing.branch}” isn’t in our list of branches.`]),
    ]
    if (texts.length > 0) warnings.set(row, texts.join(' '))
  }
  return { warnings, counts }
}

/** Returns why the seller can't list this many books now, if the daily quota has no room. */
async function findQuotaProblem(
  { db, config, now }: QuotaContext,
  accountId: string,
  books: number,
): Promise<string | undefined> {
  if (!config.rateLimit) return undefined
  const { listingUse } = await findListingSeller(db, accountId)
  const left = await countUsesLeft(db, listingUse, now())
  if (books <= left) return undefined
  if (left <= 0) return errorCatalog.too_many_listings[1]
  return `You can list ${formatCount(left, 'more book')} today. Split the file.`
}

export async function previewOf(
  context: QuotaContext,
  checked: CheckedImport,
  accountId: string,
  hasErrorFile: boolean,
): Promise<ImportPreview> {
  const { table, rows, soldOut } = checked
  const { warnings, counts } = await findWarnings(context.db, rows, accountId)
  const wrong = rows.filter(({ listing }) => !listing)
  return {
    problem: await findQuotaProblem(context, accountId, rows.length),
    books: rows.map(({ row, cells, photos, listing }) => ({
      row,
      title: listing?.title ?? cells.title,
      author: listing?.author ?? cells.author,
      condition: listing?.condition,
      price: listing && toRupees(listing.price),
      copies: listing?.copies ?? 1,
      photos,
      warning: warnings.get(row),
      hasErrors: !listing,
    })),
    errors: wrong.flatMap((row) => errorsOf(table, row)).slice(0, importLimits.errors),
    wrongRows: wrong.length,
    soldOut,
    ignoredColumns: table.headers.filter(
      (header, index) =>
        table.columns[index] === undefined && !['', errorHeader].includes(header.trim()),
    ),
    ...counts,
    csvWithErrors: hasErrorFile ? withErrors(checked) : undefined,
  }
}
