const dayMs = 86_400_000

/** From so long after the first hand-over on, a book that hasn't come is for the admins. */
export const missingAfterMs = 7 * dayMs
/** So long the people of a ring write about rupees that are open after its books have come. */
export const moneyTalkMs = 14 * dayMs
export const casesIntervalSeconds = 60
export const casesBatchSize = 100
export const maxListedExchanges = 100
