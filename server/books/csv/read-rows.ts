// Turns the rows of a CSV file into the forms of new books, with the errors of each column.
import { NewBook } from '#contract/books/book-forms.ts'
import { isbn13 } from '#contract/books/isbn.ts'
import type { TitleFacts } from '#contract/books/titles.ts'
import { fromCell } from '#contract/common/csv.ts'
import type { AppError } from '#contract/common/error-catalog.ts'
import { inputError } from '#contract/common/input-errors.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { readNumber } from '#contract/common/typed-text.ts'
import { type Field, isFromShopify, keyOf, labels } from './columns.ts'
import type { CsvTable } from './read-csv.ts'

/** The texts of a row's cells by field, without empty ones. */
export type Cells = Partial<Record<Field, string>>
export type BookRow = {
  row: number
  cells: Cells
  photos: string[]
  /** By field; `row` is about the whole row. */
  errors: Partial<Record<Field | 'row', string>>
}

const meanings = (values: Record<string, string>) =>
  new Map(
    Object.entries(values).flatMap(([value, names]) =>
      names.split(', ').map((name) => [keyOf(name), value] as const),
    ),
  )
const booleans = meanings({
  true: 'true, yes, y, 1, हाँ, हां',
  false: 'false, no, n, 0, नहीं, नही',
})
const bookTypes = meanings({
  new: 'new, new book, नया, नई, नयी',
  old: 'old, old book, used, second hand, second-hand, secondhand, पुराना, पुरानी',
})
/** The first number of each is Amazon's code. A used book may look like new. */
const usedConditions = meanings({
  new: '1, like new, as new, mint, fine, नए जैसा, नई जैसी, नया जैसा',
  good: '2, 3, good, very good, excellent, used, अच्छा, अच्छी, बहुत अच्छा, बहुत अच्छी',
  average: '4, average, acceptable, fair, ok, okay, ठीक, ठीक-ठाक, औसत, सामान्य',
  poor: 'poor, bad, damaged, खराब, ख़राब',
})
const newConditions = meanings({ new: '11, new, brand new, नया, नई, नयी' })

/** Reads 'Used - Like New', or 'UsedLikeNew' as Amazon writes it, as an old book that looks new. */
function readCondition(text: string): { bookType: 'new' | 'old'; condition: string } {
  const key = keyOf(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
  if (newConditions.has(key)) return { bookType: 'new', condition: 'new' }
  const used = key.replace(/^used (?=.)/, '')
  return { bookType: 'old', condition: usedConditions.get(used) ?? text }
}

/** Spreadsheets write dates as in India: day, month, year. */
const isoDate = (text: string): string =>
  text.replace(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/, (_, day: string, month: string, year) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

const plainHtml = (text: string): string =>
  /<\/?[a-z][^<>]*>/i.test(text)
    ? text
        .replace(/<(?:br|\/p|\/li|\/div)[^<>]*>/gi, '\n')
        .replace(/<[^<>]*>/g, '')
        .replace(/&nbsp;/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&')
        .trim()
    : text

/** Shopify writes descriptions as HTML, and a branch with the categories above it. */
const shopifyText: Partial<Record<Field, (text: string) => string>> = {
  description: plainHtml,
  branch: (text) => text.slice(text.lastIndexOf('>') + 1).trim(),
}

/** The last part of an address, decoded if it can be. */
function nameInAddress(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The names of files, with their folders if there are any. Of an address, only its last part. */
const fileNames = (text: string): string[] =>
  text
    .split(/[;|\n,]+/)
    .map((text) => text.trim())
    .map((name) =>
      /^https?:/i.test(name)
        ? nameInAddress(name)
        : name.replaceAll('\\', '/').replace(/^(\.?\/)+/, ''),
    )
    .filter((name) => name !== '')

/** Longer cells aren't read, because reading numbers and ISBNs may take quadratic time. */
const maxCellLength = 300
const maxLengths: Partial<Record<Field, number>> = {
  description: Number.POSITIVE_INFINITY,
  photos: imageLimits.max * maxCellLength,
}

/** Amounts that a book need not have. Spreadsheets and shops write 0 if there is none. */
const optionalAmounts: readonly Field[] = ['original_price', 'rentPrice', 'rentDeposit', 'lateFee']
const isNoAmount = (field: Field, text: string) =>
  optionalAmounts.includes(field) && readNumber(text) === 0

function readCells(columns: CsvTable['columns'], texts: readonly string[], isShopify: boolean) {
  const cells: Cells = {}
  const photos: string[] = []
  const errors: BookRow['errors'] = {}
  for (const [index, cell] of texts.entries()) {
    const field = columns[index]
    const text = field === undefined ? '' : fromCell(cell.trim()).trim()
    if (field === undefined || text === '') continue
    const max = maxLengths[field] ?? maxCellLength
    if (text.length > max)
      errors[field] = `${labels[field]} can have at most ${max.toLocaleString('en-IN')} characters.`
    else if (field === 'photos') photos.push(...fileNames(text))
    else if (!isNoAmount(field, text))
      cells[field] ??= (isShopify && shopifyText[field]?.(text)) || text
  }
  return { cells, photos, errors }
}

/**
 * Returns a row per book. A row that has only photos belongs to the book above it, as Shopify
 * writes them.
 */
export function readBookRows({ headers, columns, rows }: CsvTable): BookRow[] {
  const books: BookRow[] = []
  const isShopify = isFromShopify(headers)
  for (const { row, cells: texts } of rows) {
    const { cells, photos, errors } = readCells(columns, texts, isShopify)
    const above = books.at(-1)
    const hasOthers = Object.keys(cells).length > 0 || Object.keys(errors).length > 0
    if (above && photos.length > 0 && !hasOthers) {
      above.photos.push(...photos)
      continue
    }
    if (texts.slice(headers.length).some((text) => text.trim() !== ''))
      errors.row =
        'This row has more cells than columns. Put a text that has a comma in quotation marks.'
    books.push({ row, cells, photos, errors })
  }
  for (const { photos, errors } of books)
    if (photos.length > imageLimits.max) errors.photos = `Name at most ${imageLimits.max} photos.`
  return books
}

/** Whether no copy is left. Exported files have sold-out books, too. */
export const isSoldOut = ({ copies }: Cells): boolean =>
  copies !== undefined && readNumber(copies) === 0

/** Excel shortens long numbers, and loses their last digits when it saves them. */
const isShortenedIsbn = (text: string) =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(text) || /^97[89]\d{0,4}0{6,}$/.test(text)
const shortenedIsbn = (text: string) =>
  `Excel shortened this ISBN to ${text}. Format the column as Text, then enter the ISBN again.`

/** The row's ISBN, if it is one. */
export const isbnOf = ({ isbn }: Cells): string | undefined =>
  isbn === undefined ? undefined : isbn13(isbn)

/** Amazon also has numbers of its own in such a column. */
const isAmazonNumber = (text: string) => /^B0[\dA-Z]{8}$/i.test(text)

const toBoolean = (text: string | undefined) =>
  text === undefined ? undefined : (booleans.get(keyOf(text)) ?? text)

type Form = Record<string, string | number | undefined>

/** Returns the form of a listing. What is known about the ISBN fills empty cells. */
function toForm(cells: Cells, facts: Partial<TitleFacts> = {}): Form {
  const { price, publicationDate, ...texts } = cells
  const { condition: typedCondition, bookType: typedType, original_price: listPrice } = texts
  const read = typedCondition === undefined ? undefined : readCondition(typedCondition)
  const type = typedType === undefined ? undefined : bookTypes.get(keyOf(typedType))
  const bookType = type ?? typedType ?? read?.bookType
  const isNew = bookType === 'new'
  const isYear = /^\d{4}$/.test(publicationDate ?? '')
  return {
    ...texts,
    title: texts.title ?? facts.title,
    author: texts.author ?? facts.author,
    isbn: texts.isbn !== undefined && isAmazonNumber(texts.isbn) ? undefined : texts.isbn,
    bookType,
    condition: read?.condition,
    original_price: listPrice ?? (isNew ? price : undefined) ?? facts.original_price,
    ...(isNew
      ? { price }
      : { customPrice: price, acceptPredictedPrice: price === undefined ? 'yes' : 'no' }),
    branch: texts.branch ?? facts.branch,
    publication_year:
      texts.publication_year ??
      (isYear
        ? publicationDate
        : publicationDate === undefined
          ? facts.publication_year
          : undefined),
    publicationDate: isYear || publicationDate === undefined ? undefined : isoDate(publicationDate),
    pages: texts.pages ?? facts.pages,
    isRentable: toBoolean(texts.isRentable) ?? String(texts.rentPrice !== undefined),
    openToExchange: toBoolean(texts.openToExchange),
  }
}

const isField = (name: string): name is Field => Object.hasOwn(labels, name)
/** The column that an error of a form's field is about. */
const columnOf = (name: string): Field | 'row' =>
  name === 'customPrice' ? 'price' : isField(name) ? name : 'row'

/** Names prices and choices as the columns do, and leaves out signs. */
const columnText = (message: string) =>
  message
    .replace(/^❌ /, '')
    .replace(/^Custom price/, 'Price')
    .replace(/^Original price/, 'List price')
    .replace(/must be true or false\.$/, 'must be yes or no.')
const noPrice =
  'Price is missing. To get a suggested one, fill in the condition, the publication year and the list price.'

/** Adds an error of the form, unless the column already has one. */
export function addErrors({ errors }: BookRow, error: AppError): void {
  if (error.code === 'prediction_missing') errors.price ??= noPrice
  else
    for (const [name, message] of Object.entries(error.fields ?? { row: error.message }))
      errors[columnOf(name)] ??= columnText(message)
}

/** Returns the valid form of a new book, or undefined after adding what is wrong to the row. */
export function readForm(book: BookRow, facts: TitleFacts | undefined): NewBook | undefined {
  const { cells, errors } = book
  const form = toForm(cells, facts)
  if (form.bookType === undefined)
    errors.condition ??= 'Condition is missing: new, good, average or poor.'
  for (const field of ['title', 'author', 'branch', 'original_price'] as const)
    if (form[field] === undefined) errors[field] ??= `${labels[field]} is missing.`
  if (cells.isbn !== undefined && isShortenedIsbn(cells.isbn))
    errors.isbn = shortenedIsbn(cells.isbn)
  const read = NewBook.safeParse({ ...form, bookType: form.bookType ?? 'old' })
  if (!read.success) addErrors(book, inputError(read.error))
  return Object.keys(errors).length === 0 ? read.data : undefined
}
