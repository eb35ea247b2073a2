export const maxPageSizes = { books: 5000, others: 1000 } as const
/** A search finds so many at least; it isn't counted further. */
export const maxCountedMatches = 1000
