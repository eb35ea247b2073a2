// What stands where a book or a person has no name: it was deleted, or an older server says nothing of it.
import type { Side } from './endpoint.ts'

export const unknownBook = 'Unknown Book'
export const unknownBuyer = 'Unknown Buyer'
export const unknownSeller = 'Unknown'

/** The name of a person as the other side of a chat or an order sees it; a deleted account has none. */
export const displayName = (
  side: Side,
  person: { name: string; deletedAt: Date | null },
): string => {
  if (person.deletedAt === null) return person.name
  return side === 'buyer' ? unknownBuyer : unknownSeller
}
