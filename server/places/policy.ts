/** The table changes with a new version of the server only. */
export const placeCacheSeconds = 24 * 3600
