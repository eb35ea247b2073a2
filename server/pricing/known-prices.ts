// What is known of a title: which of its prices teach, and what people are told of them.
import type { Condition } from '#contract/books/book-forms.ts'
import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { daysBetween } from './days.ts'
import { trustOf } from './learn.ts'
import { maxComparables, minAccountDays } from './policy.ts'
import { basePrice, type PriceLevel } from './rules.ts'
import type { KnownPrice } from './title.ts'

/** How many copies others offer, from which price (paise), and the page that shows most of them. */
export type Offers = { count: number; lowest: number; page: string }

/**
 * A sale of a copy, or a copy on offer. `people`: who named the price, the seller and of a sale the
 * buyer; `isNamed`: somebody chose it, instead of taking what was predicted. `accountDays`: how long
 * the younger of their accounts was known at that time, of an offer by now.
 */
export type TitlePrice = {
  kind: 'sale' | 'asking'
  price: number
  copy: { condition: Condition; publicationYear: number | null; originalPrice: number }
  namedAt: Date
  people: readonly string[]
  isNamed: boolean
  accountDays: number
}

/** One voice a person: sales before offers, the newest first. A sale takes both people's voices. */
export function oneVoiceEach(prices: readonly TitlePrice[]): TitlePrice[] {
  const heard = new Set<string>()
  return prices
    .toSorted(
      (a, b) =>
        Number(b.kind === 'sale') - Number(a.kind === 'sale') ||
        b.namedAt.getTime() - a.namedAt.getTime(),
    )
    .filter(({ people }) => {
      if (people.some((person) => heard.has(person))) return false
      for (const person of people) heard.add(person)
      return true
    })
}

/**
 * The prices that teach, each over what the market says at `level` for that very copy. So what a sale
 * has moved the market's factor by is no longer in its ratio, and doesn't count a second time.
 */
export function knownPrices(
  prices: readonly TitlePrice[],
  level: Pick<PriceLevel, 'factor' | 'poor'>,
  now: Date,
): KnownPrice[] {
  const teaching = prices.filter(
    ({ isNamed, accountDays }) => isNamed && accountDays >= minAccountDays,
  )
  return oneVoiceEach(teaching).flatMap(({ kind, price, copy, namedAt, accountDays }) => {
    const { publicationYear } = copy
    if (publicationYear === null) return []
    const base = basePrice({ ...copy, publicationYear }, indianYear(namedAt), level.poor)
    if (base === undefined) return []
    return [
      {
        kind,
        ratio: price / (base * level.factor),
        ageDays: daysBetween(namedAt, now),
        trust: trustOf(accountDays),
        isPoor: copy.condition === 'poor',
      },
    ]
  })
}

/** Sales of others, one of each person, the newest first. */
const soldByOthers = (prices: readonly TitlePrice[]): TitlePrice[] =>
  oneVoiceEach(prices.filter(({ kind }) => kind === 'sale'))

/** The same sales one by one, as many as are told. */
export const comparablesIn = (prices: readonly TitlePrice[]) =>
  soldByOthers(prices)
    .slice(0, maxComparables)
    .map(({ price, copy: { originalPrice, condition }, namedAt: soldAt }) => ({
      price,
      originalPrice,
      condition,
      soldAt,
    }))

/** What people are told: sales of others, and what others offer. */
export function titleKnowledge(
  prices: readonly TitlePrice[],
  offers: Offers | undefined,
  teaching: number,
): TitleKnowledge {
  const sales = soldByOthers(prices)
  return {
    sold: sales.length,
    soldPrices: sales.slice(0, maxComparables).map(({ price }) => toRupees(price)),
    offered: offers?.count ?? 0,
    ...(offers && { lowestOffer: toRupees(offers.lowest), title: offers.page }),
    prices: teaching,
  }
}
