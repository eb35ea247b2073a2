// Limits on what people may enter and request: money in rupees, lengths in characters. The server
// enforces the limits, and the browser shows them.

export const priceRange = { min: 1, max: 100_000 } as const
export const maxLength = {
  address: 300,
  apiTokenName: 60,
  author: 200,
  branch: 60,
  complaint: 500,
  courier: 60,
  description: 5000,
  email: 254,
  genre: 60,
  idempotencyKey: 200,
  meetingPoint: 200,
  message: 2000,
  personName: 80,
  problem: 1000,
  reason: 500,
  review: 1000,
  search: 100,
  shelfCode: 30,
  shopHours: 120,
  shopName: 120,
  title: 200,
  trackingNumber: 40,
} as const
export const passwordLength = { min: 8, max: 128 } as const
export const maxChangedBooks = 5000
/** A longer page of a seller's books has no predictions. */
export const maxPredictedBooks = 50
/** Limits of a CSV file of books. A response lists at most `errors` errors. */
export const importLimits = {
  rows: 1000,
  bytes: 2 * 1024 * 1024,
  copies: 20_000,
  errors: 300,
} as const
export const maxRentDays = 365
export const maxOfferBooks = 20
export const maxOfferCopies = 60
export const maxOfferAmount = 1_000_000
export const maxExchangeBooks = 5
/**
 * The hours after which an offer, an order proposed by a seller, and a proposed ring expire, unless
 * they are accepted.
 */
export const offerHours = 48
export const proposalHours = 72
export const ringAnswerHours = 24
/** How many days ahead a rental can start. */
export const maxDaysAhead = 60
export const maxMeetingTimes = 3
export const maxMeetingDaysAhead = 14
export const maxWrongCodes = 5
export const maxBranchShelves = 60
export const maxApiTokens = 10
/** How many helpers a shop can have, open invitations included. */
export const maxHelpers = 5
export const maxSavedReplies = 5
