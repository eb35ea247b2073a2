export const maxSavedBooks = 500
/** High enough for all saved books of a person to fit on one page of the API. */
export const maxPageSize = 500
/** Within this time after something was removed, saving it again restores it. */
export const restoreMs = 10 * 60_000
export const maxNamedTitleLetters = 60
export const wantedCacheSeconds = 60
/** An open offer extends a reservation by at most this much. */
export const offerPatienceHours = 48
