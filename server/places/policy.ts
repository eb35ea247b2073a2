/** In kilometers. A position that is farther from all known places is in no city. */
export const maxKmToCity = 25
/** The limit for replacing a position by its nearest PIN code. In mountains they are far apart. */
export const maxKmToPinCode = 100
/** The table changes only with a new version of the server. */
export const placeCacheSeconds = 24 * 3600
