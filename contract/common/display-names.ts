export const unknownBook = 'Unknown Book'
export const unknownBuyer = 'Unknown Buyer'
export const unknownSeller = 'Unknown'

/** The names that are shown for deleted accounts. */
export const unknownName = { buyer: unknownBuyer, seller: unknownSeller } as const
