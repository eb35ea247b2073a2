// Pages of a list by cursor: where the last page ended, so that rows added meanwhile neither repeat nor hide others.
import { AppError } from '#contract/errors.ts'

export type PageRequest = { limit?: number | undefined; cursor?: string | undefined }

type CursorValues = readonly (string | number | null)[]

export const writeCursor = (mark: CursorValues): string =>
  Buffer.from(JSON.stringify(mark)).toString('base64url')

const invalidCursor = () =>
  new AppError('malformed', {
    message: 'The cursor is not valid.',
    fields: { cursor: 'The cursor is not valid.' },
  })

/** The sort values of the last row seen, the id last; a cursor that isn't one of ours is refused. */
export function readCursor(cursor: string | undefined, length: number): CursorValues | undefined {
  if (cursor === undefined) return undefined
  try {
    const mark: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(mark) &&
      mark.length === length &&
      mark.every(
        (value) =>
          value === null ||
          Number.isFinite(value) ||
          (typeof value === 'string' && /^[^\0]{0,200}$/s.test(value)),
      )
    )
      return mark
  } catch {
    // Refused below.
  }
  throw invalidCursor()
}

/** An id out of a cursor, safe to compare with a uuid column. */
export function cursorId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    return value
  throw invalidCursor()
}

/** A whole number out of a cursor, safe to compare with an integer column. */
export function cursorInteger(value: unknown): number {
  if (Number.isInteger(value) && Math.abs(value as number) < 2 ** 31) return value as number
  throw invalidCursor()
}

/** A number out of a cursor, safe to compare with a numeric column. */
export function cursorNumber(value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) < 1e9) return value
  throw invalidCursor()
}

/** A moment out of a cursor, in milliseconds since 1970; the years up to 9999 are those that every driver can write. */
export function cursorTime(value: unknown): Date {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < Date.UTC(10_000, 0))
    return new Date(value as number)
  throw invalidCursor()
}

/** How many rows to read: one more than the page tells whether another follows. */
export const rowLimit = (ask: PageRequest, ceiling: number): number => (ask.limit ?? ceiling) + 1

/** Cuts the extra row off and makes the next page's cursor from the last row kept. */
export function toPage<Row>(
  rows: Row[],
  ask: PageRequest,
  ceiling: number,
  mark: (row: Row) => CursorValues,
): { rows: Row[]; next: string | undefined } {
  const size = ask.limit ?? ceiling
  const kept = rows.slice(0, size)
  const last = kept.at(-1)
  return {
    rows: kept,
    next: rows.length > size && last !== undefined ? writeCursor(mark(last)) : undefined,
  }
}
