export const maxSavedBooks = 500
/** All saved books of a person fit on one page of the API. */
export const maxPageSize = 500
/** Saving something again within this time after removing it restores it. */
export const undoMs = 10 * 60_000

/** How often jobs look for events that people should be notified of. */
export const notifyEverySeconds = 60
export const maxBooksPerRun = 200
/** In paise. Nobody is notified of a smaller fall. */
export const minPriceFall = 100
/** A buyer is notified of a book's falling price at most this often. */
export const priceNoticeMs = 60 * 60_000
/**
 * Savers aren't notified that the last copy is gone while its buyer may still decide against it.
 */
export const reservedMs = 60 * 60_000
export const maxNamedTitleLetters = 60

/** A buyer is notified of new copies for their searches at most this often. */
export const searchNoticeMs = 24 * 60 * 60_000
/** How often a search that finds nothing is compared with new arrivals. */
export const lookAgainMs = 60 * 60_000
export const maxBuyersPerRun = 25
export const maxNamedSearches = 3

export const maxSuggestedTitles = 6
export const suggestionCacheSeconds = 60
/** The catalogue changes only with a new version. */
export const setsCacheSeconds = 3600

export const wantedCacheSeconds = 60
/** A listing must be unchanged for this long before its title is shown as wanted. */
export const minListedDays = 3
/** The public page uses this many of the most wanted titles. */
export const maxPublicTitles = 10_000
export const maxWantedTitles = 100
export const maxCitiesOfTitle = 3
/** Filters of the public page contain this many cities, those with the most wanted titles. */
export const maxFilterCities = 100

/** While an offer is open, a copy stays reserved for up to this much longer. */
export const offerPatienceHours = 48
/**
 * Somebody is offered the same listing once, and once more on the same day after a seller's
 * mistake.
 */
export const maxAskedADay = 2
/** A copy is reserved for one of the first people in the queue. At most this many are tried. */
export const maxTriedPeople = 20
export const passOnSeconds = 60
export const maxPassedOn = 500

/** How many of their own open copies a person sees above their wants. */
export const shownGiven = 3
