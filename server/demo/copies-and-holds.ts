import { newId } from '#server/platform/database/ids.ts'
import type { Listing } from './listings.ts'

/** Dates in India; `until` is missing while the copy is out. */
export type Hold = { orderId: string; copy: Copy; from: string; until?: string }
type Copy = { id: string; book_id: string; number: number; holds: Hold[] }
export type CopyStock = ReadonlyMap<string, Copy[]>

export const stockOf = (listings: readonly Listing[]): CopyStock =>
  new Map(
    listings.map(({ id: book_id, copies }) => [
      book_id,
      Array.from({ length: copies }, (_, index) => ({
        id: newId(),
        book_id,
        number: index + 1,
        holds: [],
      })),
    ]),
  )

const isFreeFrom = (copy: Copy, date: string) =>
  copy.holds.every(({ until }) => until !== undefined && until <= date)

/** Holds the first copy that is free from a date on; throws if there is none. */
export function reserveHold(stock: CopyStock, bookId: string, orderId: string, from: string): Hold {
  const copy = stock.get(bookId)?.find((one) => isFreeFrom(one, from))
  if (!copy) throw new Error(`the plan sold more copies than book ${bookId} has`)
  const hold: Hold = { orderId, copy, from }
  copy.holds.push(hold)
  return hold
}

/** Ends a hold on a date; without one, as if it had never been. */
export function releaseHold(hold: Hold, returnedOn?: string): void {
  if (returnedOn === undefined) hold.copy.holds = hold.copy.holds.filter((one) => one !== hold)
  else hold.until = returnedOn > hold.from ? returnedOn : hold.from
}

export const countFree = (stock: CopyStock, bookId: string): number =>
  (stock.get(bookId) ?? []).filter(({ holds }) => holds.every(({ until }) => until !== undefined))
    .length
