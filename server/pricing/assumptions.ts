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
 * A poor copy's price and band as parts of an average copy's. No data say what worn books go for:
 * the data's 'poor' is a clearance shelf, which asks a tenth of the list price whatever the state.
 * So the default goes on as the other grades do: an average copy asks 0.85 of what a new one does,
 * and a poor one 0.85 of that. The band reaches down to half of a good copy, which a US buyer pays
 * (gotbooksgetcash.com/Terms), and up to an average one.
 */
export const poorOfAverage = { low: 0.6, predicted: 0.85, high: 1 } as const
/** How far that may be off, as a variance of its logarithm: by a quarter, more often than not. */
export const poorVariance = 0.06

/**
 * How much more than one chain's copies of a title strangers' copies differ in price: the variance
 * within titles over that of the data, until this market has its own. What somebody asks says less
 * than what two people agreed on.
 */
export const strangersVariance = { sale: 1.5, asking: 3 } as const

/** Nobody hands over a book for less than ₹10. */
export const minPricePaise = 1000
