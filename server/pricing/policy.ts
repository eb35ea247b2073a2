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
export const maxPull = { market: 0.001, branch: 0.002, poor: 0.005 } as const
export const minSales = 3
/** How far a factor moves in a day, in logarithms: about 2%. */
export const maxDailyStep = 0.02
export const factorRange = { min: 0.5, max: 1.1 } as const
/** What poor copies cost, over what is assumed of them. */
export const poorFactorRange = { min: 0.25, max: 1.2 } as const
/** A branch without sales goes back until it is this close to the market, in logarithms. */
export const closeToMarket = 0.001

export const maxComparables = 5
export const comparableDays = 730
export const fewListings = 30
/** Fewer prices of a title move a prediction only in part. */
export const fewTitlePrices = 5

export const report = {
  historyDays: 180,
  months: 12,
  maxBranches: 8,
  maxShownSales: 200,
  salesDays: 366,
  maxSales: 20_000,
  /** Of a title, from which a past sale is predicted, among the last ones before it. */
  earlierSales: 20,
  earlierSalesLookedAt: 200,
} as const

/** One price of a title moves what is predicted for it by at most this part of the list price. */
export const maxTitleMove = 0.1
/** All prices of a title together move its prediction by at most this factor, up or down. */
export const maxTitleFactor = 2
/** A price of this age weighs half of one of today. */
export const knownPriceHalfLifeDays = 365
/** Editions further apart than this (years) are other titles, unless they share an ISBN. */
export const sameEditionYears = 1
/** The newest sales and asking prices of a title that are read; more say next to nothing new. */
export const maxKnownPrices = 200
/** Of so many sellers of a title, each with so many of their newest prices. */
export const maxSellersOfTitle = 30
export const maxPricesOfSeller = 10
/** Sales of a title, and listings of it, are counted up to so many. */
export const maxCountedRows = 500
/** An asking price counts where its seller's sales leave it at least this part of their vote. */
export const minVoteLeft = 0.4
/**
 * In variances a price counts as at most so many standard deviations away; the mean of the squares
 * of normal values is this then.
 */
export const robustScale = { deviations: 2, meanSquare: 0.920537 } as const
/** In variances a person weighs as much as so many titles at most, however many they sell. */
export const maxTitlesOfPerson = 1
/**
 * The assumed variance of titles weighs as much as so many titles of this market's own, that of
 * prices as much as so many beyond the first of their title.
 */
export const priorTitles = 200
export const varianceRange = { min: 0.5, max: 8 } as const
/** An asking price's variance is at least so many times a sale's: it says less. */
export const minAskingOverSale = 2
/** All asking prices of a title together weigh at most as much as so many: anybody can ask. */
export const maxAskingVotes = 5
export const maxLearnedOffers = 20_000
