// Predictions that know the title: for whoever asks, and for the listings that are saved.
import type { Prediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findMarketLevels } from './learned-store.ts'
import {
  levelOf,
  type MarketLevels,
  type PriceLevel,
  predictedPrice,
  suggestBand,
  type UsedCopy,
} from './rules.ts'
import { titleEffect } from './titles/estimate.ts'
import type { TitleReference } from './titles/keys.ts'
import {
  type Comparable,
  comparablesOf,
  knownPrices,
  titleKnowledge,
} from './titles/known-prices.ts'
import { findPricesOfTitles, findTitlePrices, type TitlePrices } from './titles/store.ts'

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

export type TitleLevels = {
  market: MarketLevels
  titleKeys: readonly string[]
  comparables: readonly Comparable[]
  /** The level in a branch, and what people are told of the title. */
  levelIn: (branch: string | undefined) => { level: PriceLevel; known: TitleKnowledge }
}

function levelsOf(
  { prices, sold, offers, titleKeys }: TitlePrices,
  market: MarketLevels,
  now: Date,
): TitleLevels {
  return {
    market,
    titleKeys,
    comparables: comparablesOf(prices),
    levelIn: (branch) => {
      const level = levelOf(market, branch)
      const teaching = knownPrices(prices, level, now)
      return {
        level: { ...level, title: titleEffect(teaching, market.variances) },
        known: titleKnowledge(prices, sold, offers, teaching.length),
      }
    },
  }
}

/** What the market knows of a title, for an account that may have copies of it itself. */
export async function findTitleLevels(
  context: Context,
  title: TitleReference,
  accountId: string | undefined,
): Promise<TitleLevels> {
  const now = context.now()
  const market = await findMarketLevels(context)
  return levelsOf(await findTitlePrices(context.db, title, accountId, now), market, now)
}

/** As `findTitleLevels`, of several titles in one statement. */
export async function findLevelsOfTitles(
  context: Context,
  titles: readonly TitleReference[],
  accountId: string | undefined,
): Promise<TitleLevels[]> {
  const now = context.now()
  const market = await findMarketLevels(context)
  const found = await findPricesOfTitles(context.db, titles, accountId, now)
  return found.map((title) => levelsOf(title, market, now))
}

/** In rupees, as people are told it. */
export function predictionAt(copy: UsedCopy, year: number, level: PriceLevel): Prediction {
  const { low, predicted, high } = suggestBand(copy, year, level)
  return { predicted_price: toRupees(predicted), low: toRupees(low), high: toRupees(high) }
}

/** A copy that somebody lists: of which title, and in which branch. */
export type ListedCopy = UsedCopy & TitleReference & { branch: string }

/**
 * Predicts (in paise) what a copy that an account lists should sell for. The title is read through
 * the given `db`, so also in a transaction; the market was read before.
 */
export async function createPredictor(
  context: Context,
  accountId: string,
): Promise<(db: Db, copy: ListedCopy) => Promise<number>> {
  const now = context.now()
  const market = await findMarketLevels(context)
  return async (db, copy) => {
    const { levelIn } = levelsOf(await findTitlePrices(db, copy, accountId, now), market, now)
    return predictedPrice(copy, now, levelIn(copy.branch).level)
  }
}
