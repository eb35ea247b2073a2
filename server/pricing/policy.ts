/**
 * Predictions are whole rupees, and above `fineUpToPaise` a multiple of ₹5: nobody pays in paise.
 */
export const rounding = { finePaise: 100, coarsePaise: 500, fineUpToPaise: 20_000 } as const

/** Older sales say nothing about today's market. */
export const learnedSalesDays = 365
/** Accounts younger than this at the time of a sale don't count: they may be made for it. */
export const minAccountDays = 7
/** Older factors are deleted, except those of the first day of each month. */
export const factorHistoryDays = 365
export const factorCacheSeconds = 300
/** Learning happens once a day; the job runs often, for servers that aren't always up. */
export const learnJobSeconds = 1800

/** A seller weighs as much as this many buyers at most; more say nothing new about the market. */
export const maxBuyersPerSeller = 3
/** An account of this age has 63% of its final weight. */
export const trustDays = 90
/** How far one seller's full weight moves a factor, in logarithms; a branch's from the market's. */
export const maxPull = { market: 0.001, branch: 0.002 } as const
export const minSales = 3
/** How far a factor moves in a day, in logarithms: about 2%. */
export const maxDailyStep = 0.02
export const factorRange = { min: 0.5, max: 1.1 } as const
/** A branch without sales goes back until it is this close to the market, in logarithms. */
export const closeToMarket = 0.001

export const maxComparables = 5
export const comparableDays = 730
export const maxComparableRows = 100
export const fewListings = 30

export const report = {
  historyDays: 180,
  months: 12,
  maxBranches: 8,
  maxShownSales: 200,
  salesDays: 366,
  maxSales: 20_000,
} as const
