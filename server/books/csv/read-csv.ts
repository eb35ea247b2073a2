// Reads the rows of a CSV file as spreadsheets write it: in any usual encoding, with any separator.
import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '#contract/common/error-catalog.ts'
import { importLimits } from '#contract/common/limits.ts'
import { type Field, fieldOf } from './columns.ts'

const delimiters = [',', ';', '\t', '|']
/** More rows than a file may have, because spreadsheets also write empty ones. */
const maxRecords = 20_000
const maxRecordLength = 60_000
const maxColumns = 500
const maxHeaderLength = 200
/** Each cell takes time, even if it is empty and so doesn't count as text of its row. */
const maxCells = 300_000

/** The row's number in a spreadsheet, and its cells. */
export type CsvRow = { row: number; cells: string[] }
export type CsvTable = { headers: string[]; columns: (Field | undefined)[]; rows: CsvRow[] }

const startsWith = (bytes: Buffer, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)
const isWorkbook = (bytes: Buffer) =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Excel also saves UTF-16, and the Windows code page of western languages. */
function encodingOf(bytes: Buffer): string {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[1] === 0 && bytes[3] === 0)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[2] === 0)) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function decode(bytes: Buffer): string {
  if (isWorkbook(bytes)) throw new AppError('csv_is_workbook')
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.includes('\0')) throw new AppError('csv_unreadable')
  return text
}

export const unreadable = (message: string) => new AppError('csv_unreadable', { message })

function parseRecords(text: string, delimiter: string, to: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      to,
      max_record_size: maxRecordLength,
      relax_column_count: true,
      relax_quotes: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw unreadable(
        'A quotation mark is never closed, so the rows after it can’t be read. Check the quotation marks.',
      )
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw unreadable(`The text${line} is too long for one row. Check the quotation marks.`)
    throw new AppError('csv_unreadable')
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const fieldsOf = (headers: readonly string[]) => {
  const areNames = headers.every(({ length }) => length <= maxHeaderLength)
  return headers.length <= maxColumns && areNames ? headers.map(fieldOf) : []
}

/** Returns the separator with which most headers have a meaning. */
function findDelimiter(text: string): string {
  const named = delimiters.map((delimiter) => {
    const [headers = []] = parseRecords(text, delimiter, 1)
    return { delimiter, count: new Set(fieldsOf(headers).filter(Boolean)).size }
  })
  return named.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** Refuses what would take long to parse. */
function checkSize(text: string): void {
  if (text.split(/[,;\t|]/, maxCells).length === maxCells) throw new AppError('csv_too_large')
  if (text.split(/[\r\n]+/).some((line) => line.length > maxRecordLength))
    throw unreadable('A line of this file is too long for one row. Check the quotation marks.')
}

/**
 * Throws csv_is_workbook, csv_unreadable with what is wrong with the file as a whole, and
 * csv_too_large.
 */
export function readCsv(bytes: Buffer): CsvTable {
  const text = decode(bytes)
  checkSize(text)
  // Excel reads the separator from such a line.
  const [separator, chosen] = /^sep=(.)\r?\n/i.exec(text) ?? ['']
  const firstLine = text.slice(separator.length).search(/[^\r\n ]/)
  if (firstLine < 0) throw unreadable('This file is empty.')
  const content = text.slice(separator.length + firstLine)
  // Excel doesn't show the line with the separator, so its row numbers don't count it.
  const skippedLines =
    text.slice(separator.length, separator.length + firstLine).split('\n').length - 1
  const [headers = [], ...records] = parseRecords(
    content,
    chosen ?? findDelimiter(content),
    maxRecords,
  )
  const columns = fieldsOf(headers)
  if (!columns.some((field) => field === 'title' || field === 'isbn'))
    throw unreadable(
      'The first row must have the names of the columns, such as Title, Author, ISBN and Price.',
    )
  const rows = records
    .map((cells, index) => ({ row: skippedLines + index + 2, cells }))
    .filter(({ cells }) => !isBlank(cells))
  if (rows.length === 0) throw unreadable('This file has no books, only the names of columns.')
  if (rows.length > importLimits.rows || records.length >= maxRecords - 1)
    throw new AppError('csv_too_large')
  return { headers, columns, rows }
}
