// What the price model assumes because no data say it; docs/pricing.md gives the reasons.

/**
 * India's prices over those of the data, which are a Korean chain's. Quotes from Chennai (40-50% of
 * the list price, The Hindu, 8 July 2004), Bhubaneswar (60%, Orissa Post), Ranchi (half, The
 * Telegraph) and a Greek shop's 15,738 listings (median 47%, github.com/gmargari/second-hand-books)
 * are around 0.48, the data's graded listings around 0.55.
 */
export const marketFactor = 0.87

/**
 * The median list price in India, in paise, with which list prices are compared. The only figure
 * there is: the median selling price of 5,526 new books at Amazon.in about 2019
 * (github.com/nikopetr/Predict-The-Price-Of-Books).
 */
export const medianListPricePaise = 37_300

/**
 * The price of a poor copy as a share of the list price: that of the data's clearance tier, which
 * has copies in any state (1,125 listings; their median and the middle 80%). The chain refuses worn
 * books.
 */
export const poorShares = { low: 0.081, predicted: 0.102, high: 0.125 } as const

/** Nobody hands over a book for less than ₹10. */
export const minPricePaise = 1000
