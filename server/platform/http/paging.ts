// Pages of a list by cursor. A cursor contains the last row's sort values, so a row that is added
// between two pages neither repeats nor hides another row.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type Page, totalIsMinimumHeader } from '#contract/common/endpoint.ts'
import { fieldError } from '#contract/common/error-catalog.ts'

export type PageRequest = { limit?: number | undefined; cursor?: string | undefined }

type CursorValues = readonly (string | number | null)[]

export const writeCursor = (values: CursorValues): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

const invalidCursor = () => fieldError('cursor', 'The cursor is not valid.')

/**
 * Checks each value of a cursor before it is compared with a column, because cursors can be forged.
 */
const checked =
  <Value>(schema: z.ZodType<Value>) =>
  (value: unknown): Value => {
    const { success, data } = schema.safeParse(value)
    if (!success) throw invalidCursor()
    return data
  }

export const cursorId = checked(z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
export const cursorInteger = checked(z.int32())
/** For integers that may be too large for PostgreSQL's `integer`. They are compared as float8. */
export const cursorLargeInteger = checked(z.int())
export const cursorNumber = checked(z.number().gt(-1e9).lt(1e9))
/** Converts milliseconds since 1970. Rejects years after 9999, which some drivers can't write. */
export const cursorTime = checked(
  z
    .int()
    .min(0)
    .lt(Date.UTC(10_000, 0))
    .transform((ms) => new Date(ms)),
)

const CursorValue = z.union([z.null(), z.number(), z.string().regex(/^[^\0]{0,200}$/s)])

/**
 * Returns the sort values of the last row; the last value is its id. Throws malformed for an
 * invalid cursor.
 */
export function readCursor(cursor: string | undefined, length: number): CursorValues | undefined {
  if (cursor === undefined) return undefined
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalidCursor()
  }
  return checked(z.array(CursorValue).length(length))(values)
}

/**
 * Returns how many rows to read: those of the page, and one more that shows whether another page
 * follows.
 */
export const rowLimit = (page: PageRequest, maxRows: number): number => (page.limit ?? maxRows) + 1

export function toPage<Row>(
  rows: Row[],
  page: PageRequest,
  maxRows: number,
  cursorValues: (row: Row) => CursorValues,
): { rows: Row[]; next: string | undefined } {
  const size = page.limit ?? maxRows
  const pageRows = rows.slice(0, size)
  const last = pageRows.at(-1)
  return {
    rows: pageRows,
    next: rows.length > size && last !== undefined ? writeCursor(cursorValues(last)) : undefined,
  }
}

export const pageHeaders = (
  { next, total, isMinimum }: Omit<Page<unknown>, 'rows'>,
  link: (cursor: string) => string,
): Record<string, string> => ({
  ...(next !== undefined && { link: link(next) }),
  ...(total !== undefined && { 'x-total-count': String(total) }),
  ...(isMinimum && { [totalIsMinimumHeader]: '1' }),
})

type Sorting = { time?: string; id: string; direction: 'asc' | 'desc' }

export const newestFirst = (id: string, time?: string) =>
  ({ id, direction: 'desc', ...(time !== undefined && { time }) }) as const

const columnsOf = ({ time, id }: Sorting) => (time === undefined ? [id] : [time, id])

/**
 * Sorts a query by an id, or by a time and an id. Limits it to the page after the cursor, and one
 * more row that shows whether another page follows.
 */
export function sortPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  request: PageRequest,
  maxRows: number,
  sorting: Sorting,
): SelectQueryBuilder<DB, Tables, Row> {
  const { time, direction } = sorting
  const columns = columnsOf(sorting)
  const refs = columns.map((column) => sql.ref(column))
  let sorted = query.limit(rowLimit(request, maxRows))
  for (const ref of refs) sorted = sorted.orderBy(ref, direction)
  const cursor = readCursor(request.cursor, columns.length)
  if (cursor) {
    const last = cursor.map((value, at) =>
      columns[at] === time ? cursorTime(value) : cursorId(value),
    )
    const isAfter = direction === 'asc' ? sql`>` : sql`<`
    sorted = sorted.where(sql<SqlBool>`(${sql.join(refs)}) ${isAfter} (${sql.join(last)})`)
  }
  return sorted
}

/** Reads a page of a query's rows. The query must select the columns that it sorts by. */
export async function readPage<DB, Tables extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  request: PageRequest,
  maxRows: number,
  sorting: Sorting,
): Promise<{ rows: Row[]; next: string | undefined }> {
  const rows = (await sortPage(query, request, maxRows, sorting).execute()) as Row[]
  return toPage(rows, request, maxRows, (row) =>
    columnsOf(sorting).map((column) => {
      const value = row[column.slice(column.indexOf('.') + 1) as keyof Row]
      return value instanceof Date ? value.getTime() : String(value)
    }),
  )
}
