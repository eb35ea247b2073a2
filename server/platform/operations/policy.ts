/**
 * An answer about the database or the storage counts for so long: asking more often loads neither.
 */
export const databaseFreshMs = 1000
export const storageFreshMs = 10_000
export const readinessTimeoutMs = 2000
/** The database may be silent this long, during a backup or a long statement. */
export const databasePatienceMs = 10_000

/** A job that takes longer no longer delays the others. */
export const jobPatienceMs = 2000
/**
 * A job that runs longer is stuck. Work on the whole market may take 10 minutes; a run of mails 17,
 * if the mail server never answers.
 */
export const jobsStuckMs = 20 * 60_000

/** For one mail, from connecting to the last answer. */
export const mailTimeoutMs = 20_000
