// How far predictions of past sales would have been off, with and without their title.
import { indianDate, indianYear } from '#contract/common/dates.ts'
import { medianOf } from './learn.ts'
import { report } from './policy.ts'
import { basePrice, levelOf, type MarketLevels } from './rules.ts'
import { isSameEdition } from './titles/editions.ts'
import { titleEffect } from './titles/estimate.ts'
import { knownPrices, type TitlePrice } from './titles/known-prices.ts'

export type PastSale = TitlePrice & { title: string; branch: string }
/** Medians, as shares of the prediction, over `sales` with an earlier sale of their title. */
export type TitleErrors = { sales: number; without: number; knowing: number }

type Errors = { month: string; without: number; knowing: number }

function earlierSales(inOrder: readonly PastSale[], at: number): PastSale[] {
  const asked = inOrder[at]
  if (asked === undefined) return []
  const isEarlier = ({ people, copy }: PastSale) =>
    !people.some((one) => asked.people.includes(one)) &&
    isSameEdition(asked.title, copy.publicationYear, asked.copy.publicationYear)
  const found: PastSale[] = []
  const first = Math.max(0, at - report.earlierSalesLookedAt)
  for (let place = at - 1; place >= first && found.length < report.earlierSales; place--) {
    const sale = inOrder[place]
    if (sale && isEarlier(sale)) found.push(sale)
  }
  return found
}

/** At today's levels; `earlier` are sales of the same title. */
function errorsOf(
  sale: PastSale,
  earlier: readonly PastSale[],
  market: MarketLevels,
): Errors | undefined {
  const { publicationYear } = sale.copy
  const level = levelOf(market, sale.branch)
  const known = knownPrices(earlier, level, sale.namedAt)
  if (known.length === 0 || publicationYear === null) return undefined
  const base = basePrice({ ...sale.copy, publicationYear }, indianYear(sale.namedAt), level.poor)
  if (base === undefined) return undefined
  const ratio = sale.price / (base * level.factor)
  const { shift } = titleEffect(known, market.variances)
  return {
    month: indianDate(sale.namedAt).slice(0, 7),
    without: Math.abs(ratio - 1),
    knowing: Math.abs(ratio / Math.exp(shift) - 1),
  }
}

/**
 * By month ('2026-06'). Each sale whose price somebody named is predicted from the sales of its
 * title before it, as if it were being listed then.
 */
export function pastErrors(
  sales: readonly PastSale[],
  market: MarketLevels,
): Map<string, TitleErrors> {
  const named = sales.filter(({ isNamed }) => isNamed)
  const errors = [...Map.groupBy(named, ({ title }) => title).values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => a.namedAt.getTime() - b.namedAt.getTime())
    return inOrder.flatMap((sale, at) => errorsOf(sale, earlierSales(inOrder, at), market) ?? [])
  })
  return new Map(
    [...Map.groupBy(errors, ({ month }) => month)].map(([month, own]) => [
      month,
      {
        sales: own.length,
        without: medianOf(own.map(({ without }) => without)),
        knowing: medianOf(own.map(({ knowing }) => knowing)),
      },
    ]),
  )
}
