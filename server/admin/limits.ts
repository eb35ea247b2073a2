export const maxPageSizes = { books: 5000, others: 1000 } as const
/** Matches of a search are counted up to this number. */
export const maxCountedMatches = 1000
