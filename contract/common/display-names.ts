export const unknownBook = 'Unknown Book'
export const unknownBuyer = 'Unknown Buyer'
export const unknownSeller = 'Unknown'

/** The names of accounts whose person has left. */
export const unknownName = { buyer: unknownBuyer, seller: unknownSeller } as const
