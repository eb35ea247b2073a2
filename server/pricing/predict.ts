// Predictions that know the title: for whoever asks, and for the listings that are saved.
import type { Prediction, PricePrediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { indianDate, indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { onePerPerson, titleEffect, type WeightedValue } from './estimate.ts'
import { findMarketLevel } from './market.ts'
import { askingWeight, maxComparables, priceHalfLifeDays } from './policy.ts'
import { basePrice, type PriceLevel, predictedPrice, suggestBand, type UsedCopy } from './rules.ts'
import { findTitlePrices, type TitlePrice, type TitleReference } from './titles.ts'

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

/**
 * The prices that teach, each over what the market says at its factor for that very copy: when it
 * was sold, of a copy on offer today. What is older counts less. A person's sales come before what
 * they ask.
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
  return onePerPerson(priced)
}

/** The newest sale of each seller. */
function comparablesOf(prices: readonly TitlePrice[]): PricePrediction['comparables'] {
  const sales = prices.filter(({ kind }) => kind === 'sale')
  const bySeller = onePerPerson(sales.map((sale) => ({ ...sale, people: sale.people.slice(0, 1) })))
  return bySeller.slice(0, maxComparables).map(({ price, originalPrice, condition, namedAt }) => ({
    price: toRupees(price),
    originalPrice: toRupees(originalPrice),
    condition,
    soldIn: indianDate(namedAt).slice(0, 7),
  }))
}

/** The copies on offer are those of one page: the one with most of them, then the cheapest. */
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

/** What the market knows of a title: the level of its prices, and what people read of it. */
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

/** What is known of some titles, for an account that may have copies of them itself. */
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

/** In rupees, as people read it. */
export function predictionAt(copy: UsedCopy, year: number, level: PriceLevel): Prediction {
  const { low, predicted, high } = suggestBand(copy, year, level)
  return { predicted_price: toRupees(predicted), low: toRupees(low), high: toRupees(high) }
}

/** A copy that somebody lists, and of which title. */
export type ListedCopy = UsedCopy & TitleReference

/**
 * Predicts (in paise) what a copy that an account lists should sell for. The title is read through
 * the given `db`, so also in a transaction; the market was read before.
 */
export async function createPredictor(
  context: Context,
  accountId: string,
): Promise<(db: Db, copy: ListedCopy) => Promise<number>> {
  const now = context.now()
  const { factor } = await findMarketLevel(context)
  return async (db, copy) => {
    const [prices = []] = await findTitlePrices(db, [copy], accountId, now)
    return predictedPrice(copy, now, toKnownTitle(prices, factor, now).level)
  }
}
