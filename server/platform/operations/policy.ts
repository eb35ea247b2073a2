/**
 * An answer about the database or the storage counts for so long: asking more often loads neither.
 */
export const databaseFreshMs = 1000
export const storageFreshMs = 10_000
export const readinessTimeoutMs = 2000
/** So long the database may say nothing: while a backup copies it, or a long statement runs. */
export const databasePatienceMs = 10_000

/** A job that takes longer doesn't keep the others waiting. */
export const jobPatienceMs = 2000
/** Jobs wait, and so long none has begun or ended. */
export const jobsStuckMs = 3 * 60_000

/** For one mail, from its connection to its last answer. */
export const mailTimeoutMs = 20_000
