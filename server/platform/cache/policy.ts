export const maxCachedBytes = 64 * 1024 * 1024
/** Each commit asks so many whether it changes them, which takes about half a millisecond. */
export const maxCheckedKeys = 4000

/**
 * How long strangers may get what was changed as it was, while it is made anew; the rest of 200 ms
 * is for those who hear of a change later.
 */
export const maxStaleMs = 150

export const maxRememberedCommits = 1000

export const listenRetryMs = 1000
/**
 * How often the connection that hears of other processes' changes is asked whether it still lives,
 * and how long it may take.
 */
export const listenAliveMs = 5000

export const brotliQuality = 5
export const minCompressedBytes = 1024
