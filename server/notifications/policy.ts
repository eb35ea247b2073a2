export const keptDays = 90
/** The largest page, and the size of a page without a limit. */
export const maxPageSize = 1000
export const cleanupIntervalSeconds = 6 * 3600
