// What the price model assumes because no data say it; docs/pricing.md gives the reasons.

/** India's prices over those of the data, which are a Korean chain's, until sales here say more. */
export const marketFactor = 0.87

/** The median list price in India, in paise, with which list prices are compared. */
export const medianListPricePaise = 37_300

/** A poor copy's price and band as parts of an average copy's: the data has no worn copies. */
export const poorOfAverage = { low: 0.6, predicted: 0.85, high: 1 } as const

/** The variance of strangers' prices of a title, over that of one chain's in the data. */
export const strangersVariance = 1.5

/** Nobody hands over a book for less than ₹10. */
export const minPricePaise = 1000
