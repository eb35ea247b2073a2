import type { Quota } from '#server/platform/limits/quotas.ts'

/** Titles that a person may add or change in a day, whether or not they keep them. */
export const wantChangesQuota: Quota = { max: 400, seconds: 86_400, code: 'too_many_want_changes' }

export const maxSuggestedTitles = 6
export const suggestionCacheSeconds = 60
/** The catalogue changes only with a new version. */
export const setsCacheSeconds = 3600

/** Titles that are counted anew in one go, and how often a job looks for those left over. */
export const maxTitlesPerCount = 500
export const countSeconds = 60
/** How often listings that have become old enough are looked for. */
export const noteKnownSeconds = 86_400
export const wantedCacheSeconds = 60
/** A listing must be unchanged for this long before its title is shown as wanted. */
export const minListedDays = 3
export const maxWantedTitles = 100
export const maxCitiesOfTitle = 3
/** Filters of the public page offer so many cities, those with the most wanted titles. */
export const maxFilterCities = 100

/**
 * So often in a day somebody has the same listing, however often its seller closes, changes or
 * opens it: once, and once more after a slip.
 */
export const maxAskedADay = 2

/** A copy is reserved for one of the first people in the queue; this many are tried. */
export const maxTriedPeople = 5

/** Reservations that are over are ended so often, and so many in one go. */
export const passOnSeconds = 60
export const maxPassedOn = 500

/** How many of their open copies a person reads above what they want. */
export const shownGiven = 3
