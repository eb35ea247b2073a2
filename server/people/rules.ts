import type { Side } from '#contract/endpoint.ts'

/** How the other side of a chat or an order calls a person; a deleted account has no name any more. */
export const shownName = (side: Side, person: { name: string; deletedAt: Date | null }): string =>
  person.deletedAt === null ? person.name : side === 'buyer' ? 'Unknown Buyer' : 'Unknown'
