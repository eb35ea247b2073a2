// The price model's assumptions that aren't based on data; docs/pricing.md gives the reasons.

/**
 * The ratio of India's prices to those of a Korean chain in the data, until sales here show another
 * one.
 */
export const marketFactor = 0.87

/** The median list price in India, in paise, to which the model compares list prices. */
export const medianListPricePaise = 37_300

/**
 * A poor copy's price and band relative to an average copy's, because the data has no poor copies.
 */
export const poorOfAverage = { low: 0.6, predicted: 0.85, high: 1 } as const

/**
 * The variance of a title's prices among different sellers, relative to that within one chain in
 * the data.
 */
export const strangersVariance = 1.5

/** Nobody bothers to hand over a book for less than ₹10. */
export const minPricePaise = 1000
