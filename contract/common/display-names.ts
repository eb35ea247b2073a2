import type { Side } from './endpoint.ts'

export const unknownBook = 'Unknown Book'
export const unknownBuyer = 'Unknown Buyer'
export const unknownSeller = 'Unknown'

/** The names of accounts whose person has left. */
export const unknownName = { buyer: unknownBuyer, seller: unknownSeller } as const

export const displayName = (
  side: Side,
  person: { name: string; deletedAt: Date | null },
): string => {
  if (person.deletedAt === null) return person.name
  return side === 'buyer' ? unknownBuyer : unknownSeller
}
