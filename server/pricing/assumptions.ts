// What the price model takes for granted because no data could tell. docs/pricing.md says what each rests on.

/**
 * India against the data's origin: a Korean chain asks more than Indian stalls do. Quotes from Chennai (40-50% of the list
 * price, The Hindu, 8 July 2004), Bhubaneswar (60%, Orissa Post), Ranchi (half, The Telegraph) and a Greek shop's 15,738
 * listings (median 47%, github.com/gmargari/second-hand-books) centre near 0.48, the data's graded listings near 0.55.
 */
export const marketFactor = 0.87

/**
 * The median list price in India, in paise, against which a list price counts as high or low. The only figure there is: the
 * median price of 5,526 new books at Amazon.in about 2019 (github.com/nikopetr/Predict-The-Price-Of-Books), a selling price.
 */
export const medianListPrice = 37_300

/**
 * What a poor copy asks, as a share of the list price: as much as the data's clearance tier, which holds copies in any
 * state (1,125 listings; their median and the middle 80%). The chain refuses really worn books.
 */
export const poorShares = { low: 0.081, predicted: 0.102, high: 0.125 } as const

/** Nobody posts a book for less: ₹10, in paise. */
export const least = 1000
