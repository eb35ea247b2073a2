export const maxSavedBooks = 500
export const maxPageSize = 500

/** A book that was taken off the list comes back as it was, if it is saved again by then. */
export const undoMs = 10 * 60_000

export const notifyEverySeconds = 60
/** Books that are looked at in one go, and people who are told in one transaction. */
export const maxBooksPerRun = 200
export const maxNotifiedTogether = 100

/** In paise: less isn't told. */
export const minPriceFall = 100
/** Somebody is told at most this often that a book costs less. */
export const priceNoticeMs = 60 * 60_000
/** While a buyer may still decide against the last copy, nobody is told that it is gone. */
export const reservedMs = 60 * 60_000

export const maxNamedTitleLetters = 60

/** Somebody is told at most this often of new copies for their searches. */
export const searchNoticeMs = 24 * 60 * 60_000
/** While nothing is found, searches are compared this often with what has come. */
export const lookAgainMs = 60 * 60_000
/** A process that hasn't looked at a buyer's searches by then has ended. */
export const turnMs = 5 * 60_000
/** Buyers whose searches are looked at before other jobs have their turn. */
export const maxBuyersPerRun = 25
/** Arrivals that get their number, or are deleted, in one statement. */
export const maxArrivalsPerBatch = 5000
export const maxBatchesAtOnce = 20
export const maxNamedSearches = 3
