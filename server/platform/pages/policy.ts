export const pageCacheSeconds = 60
