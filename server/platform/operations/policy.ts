/**
 * An answer about the database or the storage counts for so long: asking more often loads neither.
 */
export const databaseFreshMs = 1000
export const storageFreshMs = 10_000
export const readinessTimeoutMs = 2000
