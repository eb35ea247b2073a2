/** Predictions are whole rupees, and above `fineUpToPaise` a multiple of ₹5. */
export const rounding = { finePaise: 100, coarsePaise: 500, fineUpToPaise: 20_000 } as const

/** Accounts younger than this at the time of a sale don't count: they may be made for it. */
export const minAccountDays = 30
/** Older sales don't count. */
export const maxSaleDays = 365
/** Of all sales, and of one title, the newest are read. */
export const maxSales = 20_000
export const maxPricesOfTitle = 200
/** Copies with so many different ISBNs are compared with a copy that has none. */
export const maxIsbnsOfTitle = 5
/** Editions further apart than this (years) are other titles, unless they share an ISBN. */
export const sameEditionYears = 1
export const maxComparables = 5

/** How far one person's sale moves the market's factor, in logarithms. */
export const maxMarketPull = 0.002
/** How far the factor moves in a day, in logarithms: about 2%. */
export const maxDailyStep = 0.02
export const factorRange = { min: 0.5, max: 1.1 } as const
export const factorCacheSeconds = 300
/** Learning happens once a day; the job runs often, for servers that aren't always up. */
export const learnJobSeconds = 1800
/** Days for which factors are stored. */
export const factorHistoryDays = 30

/** How far one sale of a title moves what is predicted for it, in logarithms: about a tenth. */
export const maxTitlePull = 0.1
/** All prices of a title together move its prediction by at most this factor, up or down. */
export const maxTitleFactor = 2
/** What somebody asks counts less than what two people agreed on. */
export const askingWeight = 0.5
/** A price of this age (days) weighs half of one of today. */
export const priceHalfLifeDays = 365

/** The admins' table of sales beside their predictions. */
export const maxReportedSales = 100

/** What a better condition would bring is named from this amount on. */
export const minNamedGainPaise = 1000
