import type { Condition } from '#contract/books/book-forms.ts'
import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { daysBetween } from '#server/pricing/days.ts'
import { trustOf } from '#server/pricing/learn.ts'
import { maxComparables, minAccountDays, minVoteLeft } from '#server/pricing/policy.ts'
import { basePrice, type PriceLevel } from '#server/pricing/rules.ts'
import { claimOf, type KnownPrice } from './estimate.ts'
import { splitVotes } from './votes.ts'

/** How many copies others offer on one `page` of the title, from which price (paise). */
export type Offers = { count: number; lowest: number; page: string }

/**
 * A sale of a copy, or a copy on offer. `people`: who named the price, the seller and of a sale the
 * buyer; `isNamed`: somebody chose it, instead of taking what was predicted. `accountDays`: how
 * long the younger of their accounts was known at that time, of an offer by now.
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

/** A sale without names; prices in paise. */
export type Comparable = {
  price: number
  originalPrice: number
  condition: Condition
  soldAt: Date
}

type TeachingPrice = Pick<TitlePrice, 'kind' | 'people' | 'namedAt'> & KnownPrice

/**
 * A price over what the market says at `level` for that very copy: at the time of its sale, of a
 * copy on offer today. Undefined where it teaches nothing: taken as predicted, of a new account, of
 * a copy without a year or worth next to nothing.
 */
function toTeaching(
  { kind, price, copy, namedAt, people, isNamed, accountDays }: TitlePrice,
  level: Pick<PriceLevel, 'factor' | 'poor'>,
  now: Date,
): TeachingPrice | undefined {
  const { publicationYear } = copy
  if (!isNamed || accountDays < minAccountDays || publicationYear === null) return undefined
  const year = indianYear(kind === 'sale' ? namedAt : now)
  const base = basePrice({ ...copy, publicationYear }, year, level.poor)
  if (base === undefined) return undefined
  return {
    kind,
    people,
    namedAt,
    ratio: price / (base * level.factor),
    // An offer counts less the longer it stands unsold.
    ageDays: daysBetween(namedAt, now),
    trust: trustOf(accountDays),
    isPoor: copy.condition === 'poor',
  }
}

const newestFirst = <Named extends Pick<TitlePrice, 'namedAt'>>(prices: readonly Named[]) =>
  prices.toSorted((a, b) => b.namedAt.getTime() - a.namedAt.getTime())

/** The newest of each, by the first of its people: the seller. */
function newestOfSellers<Named extends Pick<TitlePrice, 'namedAt' | 'people'>>(
  prices: readonly Named[],
): Named[] {
  const seen = new Set<string | undefined>()
  return newestFirst(prices).filter(({ people: [seller] }) => {
    const isNew = !seen.has(seller)
    seen.add(seller)
    return isNew
  })
}

/**
 * All sales, each with its part of its seller's and its buyer's vote; and of each seller whose
 * sales leave most of their vote the newest asking price, with what is left. What has grown old
 * takes little of a vote.
 */
function weigh(prices: readonly TeachingPrice[]): Required<KnownPrice>[] {
  const claims = prices.map((price) => ({ ...price, claim: claimOf(price) }))
  const sold = claims.filter(({ kind }) => kind === 'sale')
  const voteOf = splitVotes(sold.map((sale) => ({ ...sale, trust: sale.claim })))
  const sales = sold.map((sale) => ({ ...sale, weight: voteOf(sale.people, sale.claim) }))
  const used = new Map<string, number>()
  for (const { people, weight, claim } of sales)
    for (const person of people) used.set(person, (used.get(person) ?? 0) + weight * claim)
  const askings = newestOfSellers(claims.filter(({ kind }) => kind === 'asking'))
  return [
    ...sales,
    ...askings.flatMap((asking) => {
      const [seller = ''] = asking.people
      const weight = 1 - (used.get(seller) ?? 0) / asking.claim
      return weight < minVoteLeft ? [] : [{ ...asking, weight }]
    }),
  ]
}

/**
 * The prices that teach, each over what the market says at `level`. So what a sale has moved the
 * market's factor by is no longer in its ratio, and doesn't count a second time.
 */
export function knownPrices(
  prices: readonly TitlePrice[],
  level: Pick<PriceLevel, 'factor' | 'poor'>,
  now: Date,
): KnownPrice[] {
  const teaching = prices.flatMap((price) => toTeaching(price, level, now) ?? [])
  return weigh(teaching).map(({ kind, ratio, ageDays, trust, weight, isPoor }) => ({
    kind,
    ratio,
    ageDays,
    trust,
    weight,
    isPoor,
  }))
}

/** What sales are compared with: the newest of each seller, at whatever price. */
export const comparablesOf = (prices: readonly TitlePrice[]): Comparable[] =>
  newestOfSellers(prices.filter(({ kind }) => kind === 'sale'))
    .slice(0, maxComparables)
    .map(({ price, copy, namedAt }) => ({
      price,
      originalPrice: copy.originalPrice,
      condition: copy.condition,
      soldAt: namedAt,
    }))

/**
 * What people are told: how many copies others `sold`, the newest price of each, and what is
 * offered.
 */
export function titleKnowledge(
  prices: readonly TitlePrice[],
  sold: number,
  offers: Offers | undefined,
  teaching: number,
): TitleKnowledge {
  return {
    sold,
    soldPrices: comparablesOf(prices).map(({ price }) => toRupees(price)),
    offered: offers?.count ?? 0,
    ...(offers && { lowestOffer: toRupees(offers.lowest), title: offers.page }),
    prices: teaching,
  }
}
