export const maxSavedBooks = 500
/** All saved books of a person fit on one page of the API. */
export const maxPageSize = 500
/** Saving something again within this time after removing it restores it. */
export const restoreMs = 10 * 60_000
export const maxNamedTitleLetters = 60
export const wantedCacheSeconds = 60
/** While an offer is open, a copy stays reserved for up to this much longer. */
export const offerPatienceHours = 48
