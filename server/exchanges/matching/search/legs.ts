import { type Condition, conditions } from '#contract/books/book-forms.ts'
import type { ExchangeMarket, OpenCopy, Person, Want } from '#server/exchanges/matching/market.ts'
import { toRupees } from './rupees.ts'

/** A copy that could go to somebody who wants it; `km` is undefined where it isn't known. */
export type FoundLeg = {
  from: number
  to: number
  copy: OpenCopy
  want: Want
  km: number | undefined
}

type HasId = { id: string }
/** The order of ids, which is the same on every machine. */
export const byId = (left: HasId, right: HasId): number =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0

/** Worse conditions have higher ranks. */
const rankOf = new Map<Condition, number>(conditions.map((condition, rank) => [condition, rank]))
const isWorse = (one: Condition, other: Condition) =>
  (rankOf.get(one) ?? 0) > (rankOf.get(other) ?? 0)

const kmBetween = (one: Person | undefined, other: Person | undefined): number | undefined =>
  one?.point && other?.point
    ? Math.hypot(one.point.x - other.point.x, one.point.y - other.point.y)
    : undefined

function indexWants(wants: readonly Want[]): Map<string, Want[]> {
  const byTitle = new Map<string, Want[]>()
  for (const want of wants)
    for (const title of new Set(want.titles)) {
      const same = byTitle.get(title)
      if (same) same.push(want)
      else byTitle.set(title, [want])
    }
  return byTitle
}

/** Rupees of the dearest copy of each person, by which they pay least for another. */
function dearestCopies(copies: readonly OpenCopy[]): Map<string, number> {
  const dearest = new Map<string, number>()
  for (const { person, valuePaise } of copies)
    dearest.set(person, Math.max(dearest.get(person) ?? 0, toRupees(valuePaise)))
  return dearest
}

/**
 * Each copy to each person who wants it within their limits, by the want that allows most rupees.
 * `sorted` are the people in the order of their ids, and `areBlocked` goes by that.
 */
export function findLegs(
  market: ExchangeMarket,
  sorted: readonly Person[],
  areBlocked: (one: number, other: number) => boolean,
): FoundLeg[] {
  const numberOf = new Map(sorted.map(({ id }, number) => [id, number]))
  const personOf = ({ id, person }: OpenCopy | Want): number => {
    const number = numberOf.get(person)
    if (number === undefined) throw new Error(`${id} is of nobody in the market.`)
    return number
  }
  const wantsByTitle = indexWants(market.wants.toSorted(byId))
  const dearest = dearestCopies(market.copies)
  const fits = (copy: OpenCopy, want: Want, km: number | undefined): boolean => {
    if (isWorse(copy.condition, want.worstCondition)) return false
    if (want.maxKm !== undefined && (km === undefined || km > want.maxKm)) return false
    const own = dearest.get(want.person)
    return own !== undefined && toRupees(copy.valuePaise) - own <= want.mostOnTopPaise / 100
  }
  return market.copies.toSorted(byId).flatMap((copy) => {
    const from = personOf(copy)
    const legs = new Map<number, FoundLeg>()
    for (const want of wantsByTitle.get(copy.title) ?? []) {
      const to = personOf(want)
      if (to === from || areBlocked(from, to)) continue
      const km = kmBetween(sorted[from], sorted[to])
      const known = legs.get(to)
      if (known && known.want.mostOnTopPaise >= want.mostOnTopPaise) continue
      if (fits(copy, want, km)) legs.set(to, { from, to, copy, want, km })
    }
    return [...legs.values()]
  })
}
