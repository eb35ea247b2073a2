// Small markets, and what the matching of one must be, found by trying everything.
import * as fc from 'fast-check'
import { type Condition, conditions } from '#contract/books/book-forms.ts'
import { randomNumbers } from './choose/random.ts'
import type { ExchangeMarket, OpenCopy, Ring, RingLeg, Want } from './market.ts'
import { ringSize, unknownKm } from './policy.ts'

const titles = ['a', 'b', 'c']
const onePoint = fc.record({ x: fc.integer({ min: 0, max: 40 }), y: fc.constant(0) })
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, fc.constantFrom(...others))
const onePerson = fc.record({ point: onePoint }, { requiredKeys: [] })
const oneCopy = (people: number) =>
  fc.record({
    person: fc.nat(people - 1),
    title: fc.constantFrom(...titles),
    condition: mostly(...conditions),
    valuePaise: fc.integer({ min: 50, max: 30_000 }),
  })
const oneWant = (people: number) =>
  fc.record(
    {
      person: fc.nat(people - 1),
      titles: fc.subarray(titles, { minLength: 1, maxLength: 2 }),
      worstCondition: mostly<Condition>('average', ...conditions),
      mostOnTopPaise: fc.integer({ min: 0, max: 30_000 }),
      maxKm: fc.integer({ min: 5, max: 150 }),
    },
    { requiredKeys: ['person', 'titles', 'worstCondition', 'mostOnTopPaise'] },
  )

/** Markets in which some rings share people and some people are in none. */
export const smallMarkets = (most = 6): fc.Arbitrary<ExchangeMarket> =>
  fc.array(onePerson, { minLength: 3, maxLength: most }).chain((people) =>
    fc
      .record({
        copies: fc.array(oneCopy(people.length), { minLength: people.length, maxLength: 12 }),
        wants: fc.array(oneWant(people.length), { minLength: people.length, maxLength: 15 }),
        blocks: fc.array(fc.tuple(fc.nat(people.length - 1), fc.nat(people.length - 1)), {
          maxLength: 2,
        }),
      })
      .map(({ copies, wants, blocks }) => ({
        people: people.map((person, at) => ({ id: `person ${at}`, ...person })),
        copies: copies.map((copy, at) => ({
          ...copy,
          id: `copy ${at}`,
          person: `person ${copy.person}`,
        })),
        wants: wants.map((want, at) => ({
          ...want,
          id: `want ${at}`,
          person: `person ${want.person}`,
        })),
        blocks: blocks.map(([one, other]) => [`person ${one}`, `person ${other}`] as const),
      })),
  )

/** People who each have two copies and two wants of thirty titles, and pay up to so many rupees. */
export function denseMarket(count: number, onTop: number): ExchangeMarket {
  const random = randomNumbers(7)
  const draw = (count: number) => Math.floor(random() * count)
  const numbers = Array.from({ length: 2 * count }, (_, at) => ({
    id: `${at}`,
    person: `${at % count}`,
  }))
  return {
    people: Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      point: { x: draw(50), y: draw(50) },
    })),
    copies: numbers.map((one) => ({
      ...{ ...one, title: `${draw(30)}`, condition: 'good' as const },
      valuePaise: 100 * (50 + draw(300)),
    })),
    wants: numbers.map((one) => ({
      ...{ ...one, titles: [`${draw(30)}`], worstCondition: 'poor' as const },
      mostOnTopPaise: 100 * draw(onTop),
    })),
    blocks: [],
  }
}

/** The same market in another order. */
export const shuffled = (market: ExchangeMarket): fc.Arbitrary<ExchangeMarket> =>
  fc.record({
    people: shuffle(market.people),
    copies: shuffle(market.copies),
    wants: shuffle(market.wants),
    blocks: shuffle(market.blocks),
  })
const shuffle = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

const kmOf = (market: ExchangeMarket, one: string, other: string): number | undefined => {
  const [left, right] = [one, other].map((id) => market.people.find((p) => p.id === id)?.point)
  return left && right ? Math.hypot(left.x - right.x, left.y - right.y) : undefined
}
const rupees = (paise: number) => Math.round(paise / 100)

function fits(market: ExchangeMarket, copy: OpenCopy, want: Want): boolean {
  const km = kmOf(market, copy.person, want.person)
  return (
    copy.person !== want.person &&
    want.titles.includes(copy.title) &&
    conditions.indexOf(copy.condition) <= conditions.indexOf(want.worstCondition) &&
    (want.maxKm === undefined || (km !== undefined && km <= want.maxKm))
  )
}

/** What is wrong with a ring, in words; nothing where it keeps all rules. */
export function faultsOf(market: ExchangeMarket, { legs, balances, ...ring }: Ring): string[] {
  const faults: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  const people = legs.map(({ from }) => from)
  check(legs.length >= ringSize.min && legs.length <= ringSize.max, 'a size that is no ring')
  check(new Set(people).size === people.length, 'somebody twice')
  const isBlocked = market.blocks.some(
    ([one, other]) => one !== other && people.includes(one) && people.includes(other),
  )
  check(!isBlocked, 'people with a block between them')
  for (const [index, leg] of legs.entries()) {
    const copy = market.copies.find(({ id }) => id === leg.copy)
    const want = market.wants.find(({ id }) => id === leg.want)
    if (!copy || !want) return ['a copy or want that is not there']
    const gives = legs[(index + 1) % legs.length] as RingLeg
    const pays = leg.valuePaise - gives.valuePaise
    check(copy.person === leg.from && want.person === leg.to, 'a copy or want of somebody else')
    check(gives.from === leg.to, 'a leg that ends where the next does not begin')
    check(fits(market, copy, want), 'a copy that does not fit the want')
    check(leg.valuePaise === rupees(copy.valuePaise) * 100, 'another value')
    check(pays <= want.mostOnTopPaise, 'more rupees on top than the want allows')
    check(
      balances.some((one) => one.person === leg.to && one.paise === pays),
      'another balance',
    )
  }
  const owed = new Map(balances.map(({ person, paise }) => [person, paise]))
  for (const { from, to, paise } of ring.transfers) {
    check(paise > 0 && paise % 100 === 0, 'a transfer that is no whole rupees')
    owed.set(from, (owed.get(from) ?? 0) - paise)
    owed.set(to, (owed.get(to) ?? 0) + paise)
  }
  check(
    [...owed.values()].every((paise) => paise === 0),
    'somebody who is not even',
  )
  check(ring.transfers.length < legs.length, 'too many transfers')
  return faults
}

/** What is wrong between rings: nobody is in two of them, so no copy is either. */
export function faultsBetween(rings: readonly Ring[]): string[] {
  const people = rings.flatMap(({ legs }) => legs.map(({ from }) => from))
  const copies = rings.flatMap(({ legs }) => legs.map(({ copy }) => copy))
  return [
    ...(new Set(people).size < people.length ? ['somebody in two rings'] : []),
    ...(new Set(copies).size < copies.length ? ['a copy in two rings'] : []),
  ]
}

export type Total = { people: number; money: number; km: number }
type TriedRing = Total & { members: string[] }

/** All rings by trying each way round; in rupees. */
export function tryAllRings(market: ExchangeMarket): TriedRing[] {
  const found: TriedRing[] = []
  const areBlocked = (one: string, other: string) =>
    market.blocks.some((pair) => pair.includes(one) && pair.includes(other))
  const allows = (gets: OpenCopy, person: string, gives: OpenCopy) =>
    market.wants.some(
      (want) =>
        want.person === person &&
        fits(market, gets, want) &&
        (rupees(gets.valuePaise) - rupees(gives.valuePaise)) * 100 <= want.mostOnTopPaise,
    )
  const extend = (copies: OpenCopy[]) => {
    const [first, last] = [copies[0], copies.at(-1)]
    if (!first || !last) return
    if (copies.length >= ringSize.min && allows(last, first.person, first))
      found.push(measure(copies))
    if (copies.length === ringSize.max) return
    for (const next of market.copies) {
      if (next.person <= first.person || copies.some(({ person }) => person === next.person))
        continue
      if (copies.some(({ person }) => areBlocked(person, next.person))) continue
      if (allows(last, next.person, next)) extend([...copies, next])
    }
  }
  const measure = (copies: OpenCopy[]): TriedRing => {
    const ring = {
      members: copies.map(({ person }) => person),
      people: copies.length,
      money: 0,
      km: 0,
    }
    for (const [index, copy] of copies.entries()) {
      const next = copies[(index + 1) % copies.length] as OpenCopy
      ring.money += Math.max(0, rupees(copy.valuePaise) - rupees(next.valuePaise))
      ring.km += Math.round(kmOf(market, copy.person, next.person) ?? unknownKm)
    }
    return ring
  }
  for (const copy of market.copies) extend([copy])
  return found
}

const isBetter = (one: Total, other: Total) =>
  (one.people - other.people || other.money - one.money || other.km - one.km) > 0

/** The best of all choices of rings that share nobody. */
export function tryAllChoices(market: ExchangeMarket): Total {
  const best = new Map<string, TriedRing>()
  for (const ring of tryAllRings(market)) {
    const key = ring.members.toSorted().join()
    const known = best.get(key)
    if (!known || isBetter(ring, known)) best.set(key, ring)
  }
  const rings = [...best.values()]
  const choose = (from: number, used: ReadonlySet<string>): Total => {
    let total: Total = { people: 0, money: 0, km: 0 }
    for (let at = from; at < rings.length; at++) {
      const ring = rings[at] as TriedRing
      if (ring.members.some((member) => used.has(member))) continue
      const rest = choose(at + 1, new Set([...used, ...ring.members]))
      const sum = {
        people: ring.people + rest.people,
        money: ring.money + rest.money,
        km: ring.km + rest.km,
      }
      if (isBetter(sum, total)) total = sum
    }
    return total
  }
  return choose(0, new Set())
}
