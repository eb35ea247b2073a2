export const keptDays = 90
export const maxPageSize = 1000
export const cleanupIntervalSeconds = 6 * 3600
