// Sizes and lifetimes of the server's caches of responses and pages.

export const maxResponseCacheBytes = 32 * 1024 * 1024
export const maxPageCacheBytes = 32 * 1024 * 1024

/** A page is rendered again after this time, even if nothing it shows has changed. */
export const pageCacheSeconds = 60
