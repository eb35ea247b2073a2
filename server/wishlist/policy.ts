export const maxSavedBooks = 500
/** All that a person has saved fits on one page of the API. */
export const maxPageSize = 500
/** What was taken off a list comes back as it was, if it is saved again by then. */
export const undoMs = 10 * 60_000

/** How often jobs look for what people are to be notified of. */
export const notifyEverySeconds = 60
export const maxBooksPerRun = 200
/** In paise: nobody is notified of less. */
export const minPriceFall = 100
/** Nobody is notified more often than this that a book costs less. */
export const priceNoticeMs = 60 * 60_000
/** While a buyer may still decide against the last copy, nobody is notified that it is gone. */
export const reservedMs = 60 * 60_000
export const maxNamedTitleLetters = 60

/** A buyer is notified at most this often of new copies for their searches. */
export const searchNoticeMs = 24 * 60 * 60_000
/** While nothing is found, searches are compared this often with what has come. */
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
/** So many titles, the most wanted ones, are looked at for the public page. */
export const maxPublicTitles = 10_000
export const maxWantedTitles = 100
export const maxCitiesOfTitle = 3
/** Filters of the public page offer so many cities, those with the most wanted titles. */
export const maxFilterCities = 100

/** As long as an offer is open, a copy is reserved beyond its hours for its person. */
export const offerPatienceHours = 48
/** Somebody is offered the same listing once, and once more the same day if its seller slipped. */
export const maxAskedADay = 2
/** A copy is reserved for one of the first people in the queue; this many are tried. */
export const maxTriedPeople = 20
export const passOnSeconds = 60
export const maxPassedOn = 500

/** How many of their open copies a person reads above what they want. */
export const shownGiven = 3
