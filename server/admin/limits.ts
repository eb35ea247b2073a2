export const maxPageSizes = { books: 5000, others: 1000 } as const
export const maxCountedMatches = 1000
