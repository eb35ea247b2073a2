export const maxPageCacheBytes = 32 * 1024 * 1024

export const pageCacheSeconds = 60
