// Pages of a list by cursor: where the last page ended, so that rows added meanwhile neither repeat nor hide others.
import { Refusal } from '#contract/errors.ts'

export type PageAsk = { limit?: number | undefined; cursor?: string | undefined }

type Mark = readonly (string | number | null)[]

export const writeCursor = (mark: Mark): string => Buffer.from(JSON.stringify(mark)).toString('base64url')

/** The sort values of the last row seen, the id last; a cursor that isn't one of ours is refused. */
export function readCursor(cursor: string | undefined, length: number): Mark | undefined {
  if (cursor === undefined) return undefined
  try {
    const mark: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(mark) &&
      mark.length === length &&
      mark.every((value) => value === null || typeof value === 'number' || (typeof value === 'string' && value.length <= 200))
    )
      return mark
  } catch {
    // Refused below.
  }
  throw new Refusal('malformed', { message: 'The cursor is not valid.', fields: { cursor: 'The cursor is not valid.' } })
}

/** An id out of a cursor, safe to compare with a uuid column. */
export function cursorId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return value
  throw new Refusal('malformed', { message: 'The cursor is not valid.', fields: { cursor: 'The cursor is not valid.' } })
}

/** How many rows to read: one more than the page tells whether another follows. */
export const rowsToRead = (ask: PageAsk, ceiling: number): number => (ask.limit ?? ceiling) + 1

/** Cuts the extra row off and makes the next page's cursor from the last row kept. */
export function pageOf<Row>(
  rows: Row[],
  ask: PageAsk,
  ceiling: number,
  mark: (row: Row) => Mark,
): { rows: Row[]; next: string | undefined } {
  const size = ask.limit ?? ceiling
  const kept = rows.slice(0, size)
  const last = kept.at(-1)
  return { rows: kept, next: rows.length > size && last !== undefined ? writeCursor(mark(last)) : undefined }
}
