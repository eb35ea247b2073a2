/** The largest page of a list, and the size of a page without a limit. */
export const maxPageSizes = { books: 5000, others: 1000 } as const
/** The counts may be this old where no admin changed them. */
export const statsCacheSeconds = 30
