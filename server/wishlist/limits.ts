export const maxSavedBooks = 500
/** All saved books of a person fit on one page of the API. */
export const maxPageSize = 500
/** Saving something again within this time after removing it restores it. */
export const undoMs = 10 * 60_000
/** In paise. Nobody is notified of a smaller fall. */
export const minPriceFall = 100
export const maxNamedTitleLetters = 60
export const wantedCacheSeconds = 60
/** A listing must be unchanged for this long before its title is shown as wanted. */
export const minListedDays = 3
/** While an offer is open, a copy stays reserved for up to this much longer. */
export const offerPatienceHours = 48
