/** Seconds: from a read that is nearly free to the limit of a statement. */
export const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** Whoever asks for metrics sends no body and needs no more than this to ask. */
export const scrapeTimeoutMs = 10_000
