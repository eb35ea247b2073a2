export const maxKeptBytes = 64 * 1024 * 1024

/**
 * How long strangers may get what was changed as it was, while it is made anew; the rest of 200 ms
 * is for those who hear of a change later.
 */
export const maxStaleMs = 150

/** Of commits of this process, which come again as notifications. */
export const maxRememberedCommits = 1000

/** After a lost connection that heard of other processes' changes. */
export const listenRetryMs = 1000
/** How often that connection is asked whether it still lives, and how long it may take. */
export const listenAliveMs = 5000

/** Of answers that are compressed once and sent often. */
export const brotliQuality = 5
export const minCompressedBytes = 1024
