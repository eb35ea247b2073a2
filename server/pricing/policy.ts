/** Predictions are whole rupees, and above `fineUpToPaise` a multiple of ₹5. */
export const rounding = { finePaise: 100, coarsePaise: 500, fineUpToPaise: 20_000 } as const

/** A sale of an account that was younger than this doesn't count, because it may be made up. */
export const minAccountDays = 30
/** Older sales don't count. */
export const maxSaleDays = 365
/** How many of the newest sales are read: of all titles, and of one title. */
export const maxSales = 20_000
export const maxPricesOfTitle = 200
/** A copy without an ISBN is compared with copies of at most this many different ISBNs. */
export const maxIsbnsOfTitle = 5
/** Editions more years apart than this are different titles, unless they share an ISBN. */
export const sameEditionYears = 1
export const maxComparables = 5

/** How far one person's sale moves the market's factor, in logarithms. */
export const maxMarketPull = 0.002
/** How far the factor moves in a day, in logarithms: about 2%. */
export const maxDailyStep = 0.02
export const factorRange = { min: 0.5, max: 1.1 } as const
export const factorCacheSeconds = 300
/** Learning happens once a day. The job runs often, for servers that aren't always running. */
export const learnJobSeconds = 1800
/** How many days factors are stored. */
export const factorHistoryDays = 30

/** How far one sale of a title moves its prediction, in logarithms: about a tenth. */
export const maxTitlePull = 0.1
/** All prices of a title together move its prediction by at most this factor, up or down. */
export const maxTitleFactor = 2
/** The weight of an asking price, relative to a price that two people agreed on. */
export const askingWeight = 0.5
/** A price of this age (days) has half the weight of today's. */
export const priceHalfLifeDays = 365

/** The number of sales in the admins' table of sales and their predictions. */
export const maxReportedSales = 100

/** A better condition's higher price is mentioned from this difference on. */
export const minNamedGainPaise = 1000
