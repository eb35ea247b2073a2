/** In kilometres: a position that is farther from all known places is in no city. */
export const maxKmToCity = 25
/** From a position that is kept as the nearest PIN code: in the mountains they are far apart. */
export const maxKmToPinCode = 100
/** The table changes with a new version of the server only. */
export const placeCacheSeconds = 24 * 3600
