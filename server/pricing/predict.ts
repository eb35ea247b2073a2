// Predictions that know the title: for whoever asks, and for the listings that are saved.
import { indianYear } from '#contract/common/dates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { knownPrices, type Offers, type TitlePrice } from './known-prices.ts'
import { findMarketLevels } from './learned-store.ts'
import {
  levelOf,
  type MarketLevels,
  type PriceLevel,
  suggestPrice,
  type UsedCopy,
} from './rules.ts'
import { titleEffect } from './title.ts'
import { findTitlePrices, type TitleQuestion } from './title-store.ts'

type Context = Pick<AppContext, 'db' | 'cache' | 'now'>

export type TitleLevels = {
  market: MarketLevels
  prices: TitlePrice[]
  offers: Offers | undefined
  /** The level in a branch, and how many prices of the title stand behind it. */
  levelIn: (branch: string | undefined) => { level: PriceLevel; teaching: number }
}

/** What the market knows of a title, for an account that may have copies of it itself. */
export async function findTitleLevels(
  context: Context,
  question: TitleQuestion,
  accountId: string | undefined,
): Promise<TitleLevels> {
  const now = context.now()
  const market = await findMarketLevels(context)
  const found = await findTitlePrices(context.db, question, accountId, now)
  return {
    market,
    ...found,
    levelIn: (branch) => {
      const level = levelOf(market, branch)
      const known = knownPrices(found.prices, level, now)
      return {
        level: { ...level, title: titleEffect(known, market.variances) },
        teaching: known.length,
      }
    },
  }
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
