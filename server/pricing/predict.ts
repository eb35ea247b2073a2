// Predictions that know the title: for whoever asks, and for the listings that are saved.
import type { Prediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { knownPrices, titleKnowledge } from './known-prices.ts'
import { findMarketLevels } from './learned-store.ts'
import {
  levelOf,
  type MarketLevels,
  type PriceLevel,
  suggestBand,
  suggestPrice,
  type UsedCopy,
} from './rules.ts'
import { titleEffect } from './title.ts'
import {
  findPricesOfTitles,
  findTitlePrices,
  type TitlePrices,
  type TitleQuestion,
} from './title-store.ts'

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

export type TitleLevels = {
  market: MarketLevels
  titleKeys: readonly string[]
  /** The level in a branch, and what people are told of the title. */
  levelIn: (branch: string | undefined) => { level: PriceLevel; known: TitleKnowledge }
}

function levelsOf(
  { prices, offers, titleKeys }: TitlePrices,
  market: MarketLevels,
  now: Date,
): TitleLevels {
  return {
    market,
    titleKeys,
    levelIn: (branch) => {
      const level = levelOf(market, branch)
      const teaching = knownPrices(prices, level, now)
      return {
        level: { ...level, title: titleEffect(teaching, market.variances) },
        known: titleKnowledge(prices, offers, teaching.length),
      }
    },
  }
}

/** What the market knows of a title, for an account that may have copies of it itself. */
export async function findTitleLevels(
  context: Context,
  question: TitleQuestion,
  accountId: string | undefined,
): Promise<TitleLevels> {
  const now = context.now()
  const market = await findMarketLevels(context)
  return levelsOf(await findTitlePrices(context.db, question, accountId, now), market, now)
}

/** As `findTitleLevels`, of several titles in one statement. */
export async function findLevelsOfTitles(
  context: Context,
  questions: readonly TitleQuestion[],
  accountId: string | undefined,
): Promise<TitleLevels[]> {
  const now = context.now()
  const market = await findMarketLevels(context)
  const found = await findPricesOfTitles(context.db, questions, accountId, now)
  return found.map((title) => levelsOf(title, market, now))
}

/** In rupees, as people are told it. */
export function predictionAt(copy: UsedCopy, year: number, level: PriceLevel): Prediction {
  const { low, predicted, high } = suggestBand(copy, year, level)
  return { predicted_price: toRupees(predicted), low: toRupees(low), high: toRupees(high) }
}

/** Predicts (in paise) what copies of a title that an account lists should sell for. */
export async function findPredictor(
  context: Context,
  question: TitleQuestion,
  accountId: string,
): Promise<(copy: UsedCopy, branch: string) => number> {
  const { levelIn } = await findTitleLevels(context, question, accountId)
  const year = indianYear(context.now())
  return (copy, branch) => suggestPrice(copy, year, levelIn(branch).level)
}
