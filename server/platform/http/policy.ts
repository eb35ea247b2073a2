/** The headers of a request arrive within this time. */
export const headersTimeoutMs = 20_000
/**
 * Idle connections stay open longer than proxies keep theirs (a minute): a request sent while the
 * server closes its connection would be lost.
 */
export const keepAliveMs = 72_000

/** The longest JSON body is a listing: 6,000 characters, each up to six bytes (`\\u0905`). */
export const maxJsonBytes = 64 * 1024
export const maxFormFields = 60
export const maxFormFieldBytes = 64 * 1024
export const drainBodyMs = 30_000

/** An upload may take ten minutes, and its pictures wait for others. */
export const abandonedUploadMs = 3_600_000

/** After this time the session is checked again before anything is written. */
export const sessionCheckMs = 1000
export const idempotencyKeyHours = 24

/** A list with more rows than this, or without a limit, counts as a search; screens ask for 50. */
export const maxCheapRows = 60

export const streamChunkLength = 16_384
export const maxStreamMs = 600_000

export const unavailableRetrySeconds = 5

export const finishRequestsMs = 2000

/** Within a year, as the standard wants it, with some time to read it in. */
export const securityTxtDays = 180
