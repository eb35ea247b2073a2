// Predictions that take a title's known prices into account.
import type { Prediction, PricePrediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { indianDate, indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { firstPerPerson, titleEffect, type WeightedValue } from './estimate.ts'
import { findMarketLevel } from './market-factor.ts'
import { basePrice, type PriceLevel, predictedPrice, suggestBand, type UsedCopy } from './rules.ts'
import { findTitlePrices, type TitlePrice, type TitleReference } from './titles.ts'

/** A price that is this many days old has half the weight of today's prices. */
const priceHalfLifeDays = 365

/** The weight of an asking price, relative to a price on which two people agreed. */
const askingWeight = 0.5

const maxComparables = 5

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

/**
 * Returns the prices from which to learn, relative to the model's price of the same copy: for a
 * sale at the time of the sale, for a listing today. Older prices have less weight. If a person has
 * both, sales come before listings.
 */
function knownPrices(prices: readonly TitlePrice[], factor: number, now: Date): WeightedValue[] {
  const teaching = prices.filter(({ teaches }) => teaches)
  const sales = teaching.filter(({ kind }) => kind === 'sale')
  const offers = teaching.filter(({ kind }) => kind === 'offer')
  const priced = [...sales, ...offers].flatMap((price) => {
    const { kind, publicationYear, namedAt } = price
    if (publicationYear === null) return []
    const year = indianYear(kind === 'sale' ? namedAt : now)
    const base = basePrice({ ...price, publicationYear }, year)
    if (base === undefined) return []
    const ageDays = (now.getTime() - namedAt.getTime()) / 86_400_000
    const weight = (kind === 'sale' ? 1 : askingWeight) * 2 ** (-ageDays / priceHalfLifeDays)
    return [{ people: price.people, value: Math.log(price.price / (base * factor)), weight }]
  })
  return firstPerPerson(priced)
}

/** Returns the newest sale of each seller, at most `maxComparables`. */
function comparablesOf(prices: readonly TitlePrice[]): PricePrediction['comparables'] {
  const sales = prices.filter(({ kind }) => kind === 'sale')
  const bySeller = firstPerPerson(
    sales.map((sale) => ({ ...sale, people: sale.people.slice(0, 1) })),
  )
  return bySeller.slice(0, maxComparables).map(({ price, originalPrice, condition, namedAt }) => ({
    price: toRupees(price),
    originalPrice: toRupees(originalPrice),
    condition,
    soldIn: indianDate(namedAt).slice(0, 7),
  }))
}

/**
 * Returns the listings on one title page: the page with the most copies or, if several have the
 * most, the one with the cheapest copy.
 */
function offersOf(prices: readonly TitlePrice[]) {
  const pages = Map.groupBy(
    prices.filter(({ kind }) => kind === 'offer'),
    ({ page }) => page,
  )
  const offers = [...pages].map(([title, own]) => ({
    title,
    offered: own.reduce((total, { copies }) => total + copies, 0),
    lowestOffer: toRupees(Math.min(...own.map(({ price }) => price))),
  }))
  const [most = { offered: 0 }] = offers.sort(
    (a, b) =>
      b.offered - a.offered || a.lowestOffer - b.lowestOffer || (a.title < b.title ? -1 : 1),
  )
  return most
}

/** A title's known prices: how they differ from the model's, and the facts about them to show. */
export type KnownTitle = Pick<PricePrediction, 'comparables'> & {
  level: PriceLevel
  known: TitleKnowledge
}

function toKnownTitle(prices: readonly TitlePrice[], factor: number, now: Date): KnownTitle {
  const teaching = knownPrices(prices, factor, now)
  const comparables = comparablesOf(prices)
  return {
    level: { factor, title: titleEffect(teaching) },
    comparables,
    known: {
      sold: prices.filter(({ kind }) => kind === 'sale').length,
      soldPrices: comparables.map(({ price }) => price),
      ...offersOf(prices),
      prices: teaching.length,
    },
  }
}

/** Returns what is known about titles. Leaves out prices that the account's own person has set. */
export async function findTitles(
  context: Context,
  titles: readonly TitleReference[],
  accountId: string | undefined,
): Promise<KnownTitle[]> {
  const now = context.now()
  const { factor } = await findMarketLevel(context)
  const found = await findTitlePrices(context.db, titles, accountId, now)
  return found.map((prices) => toKnownTitle(prices, factor, now))
}

export async function findTitle(
  context: Context,
  title: TitleReference,
  accountId: string | undefined,
): Promise<KnownTitle> {
  const [found] = await findTitles(context, [title], accountId)
  if (!found) throw new Error('Each title is answered.')
  return found
}

/** Returns a prediction in rupees, for display. */
export function predictionAt(copy: UsedCopy, year: number, level: PriceLevel): Prediction {
  const { low, predicted, high } = suggestBand(copy, year, level)
  return { predicted_price: toRupees(predicted), low: toRupees(low), high: toRupees(high) }
}

export type ListedCopy = UsedCopy & TitleReference

/**
 * Returns a function that predicts, in paise, the price of a copy that an account lists. The
 * function reads the title with its `db` argument, so it can be used in a transaction. The market
 * factor is read before that.
 */
export async function createPredictor(
  context: Context,
  accountId: string,
): Promise<(db: Db, copy: ListedCopy) => Promise<number>> {
  const predictAll = await createPredictorOfMany(context, accountId)
  return async (db, copy) => {
    const [predicted] = await predictAll(db, [copy])
    if (predicted === undefined) throw new Error('Each copy is predicted.')
    return predicted
  }
}

/** Like `createPredictor`, for many copies. */
export async function createPredictorOfMany(
  context: Context,
  accountId: string,
): Promise<(db: Db, copies: readonly ListedCopy[]) => Promise<number[]>> {
  const now = context.now()
  const { factor } = await findMarketLevel(context)
  return async (db, copies) => {
    const known = await findTitlePrices(db, copies, accountId, now)
    return copies.map((copy, index) =>
      predictedPrice(copy, now, toKnownTitle(known[index] ?? [], factor, now).level),
    )
  }
}
