// The price model's assumptions that don't come from listings; docs/pricing.md gives the reasons.

/**
 * The ratio of prices in India to those of the Korean chain whose listings the model was fitted to.
 * Applies until sales here show another ratio.
 */
export const marketFactor = 0.87

/** The median list price in India, in paise, to which the model compares list prices. */
export const medianListPricePaise = 37_300

/**
 * A poor copy's price and band relative to an average copy's, because the listings for the fit have
 * no poor copies.
 */
export const poorOfAverage = { low: 0.6, predicted: 0.85, high: 1 } as const

/**
 * The variance of a title's prices among different sellers, relative to the variance within the one
 * chain whose listings the model was fitted to.
 */
export const strangersVariance = 1.5

/** The lowest predicted price, because nobody bothers to hand over a book for less than ₹10. */
export const minPricePaise = 1000
