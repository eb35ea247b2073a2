// Small markets, and their best rings, found by trying all possibilities.
import * as fc from 'fast-check'
import { type ExchangeMarket, type Fit, unknownKm } from './graph.ts'
import type { Ring } from './match.ts'
import { ringSize } from './search.ts'

const rupees = (max: number) => fc.integer({ min: 1, max }).map((amount) => amount * 100)
const onePerson = (people: number) =>
  fc.array(
    fc.record({
      valuePaise: rupees(300),
      to: fc.uniqueArray(
        fc.record({
          person: fc.nat(people - 1),
          mostOnTopPaise: rupees(300),
          km: fc.option(fc.integer({ min: 0, max: 150 }), { nil: undefined }),
        }),
        { maxLength: 4, selector: ({ person }) => person },
      ),
    }),
    { minLength: 1, maxLength: 2 },
  )

/** Creates markets in which some rings share people and some people are in no ring. */
export const smallMarkets = (most = 6): fc.Arbitrary<ExchangeMarket> =>
  fc.integer({ min: 3, max: most }).chain((people) =>
    fc
      .record({
        copiesOf: fc.array(onePerson(people), { minLength: people, maxLength: people }),
        blocks: fc.array(fc.tuple(fc.nat(people - 1), fc.nat(people - 1)), { maxLength: 2 }),
      })
      .map(({ copiesOf, blocks }) => ({
        fits: copiesOf.flatMap((copies, giver) =>
          copies.flatMap(({ valuePaise, to }, copy) =>
            to.map(({ person, mostOnTopPaise, km }, want) => ({
              from: `person ${giver}`,
              to: `person ${person}`,
              valuePaise,
              mostOnTopPaise,
              copy: `copy ${giver} ${copy}`,
              want: `want ${giver} ${copy} ${want}`,
              ...(km !== undefined && { km }),
            })),
          ),
        ),
        blocks: blocks.map(([one, other]) => [`person ${one}`, `person ${other}`] as const),
      })),
  )

/**
 * Creates people with two copies and two wants each, of thirty titles. A person pays less than
 * `onTop` rupees on top.
 */
export function denseMarket(people: number, onTop: number): ExchangeMarket {
  let state = 7
  const draw = (count: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count)
  }
  const points = Array.from({ length: people }, () => [draw(50), draw(50)] as const)
  const numbers = Array.from({ length: 2 * people }, (_, at) => at)
  const copies = numbers.map((at) => ({ at, title: draw(30), valuePaise: 100 * (50 + draw(300)) }))
  const wants = numbers.map((at) => ({ at, title: draw(30), mostOnTopPaise: 100 * draw(onTop) }))
  const kmBetween = (one: number, other: number) => {
    const [[x = 0, y = 0] = [], [u = 0, v = 0] = []] = [points[one], points[other]]
    return Math.hypot(x - u, y - v)
  }
  const fits = copies.flatMap(({ at, title, valuePaise }) =>
    wants
      .filter((want) => want.title === title && want.at % people !== at % people)
      .map((want) => ({
        from: `${at % people}`,
        to: `${want.at % people}`,
        copy: `${at}`,
        want: `${want.at}`,
        valuePaise,
        mostOnTopPaise: want.mostOnTopPaise,
        km: kmBetween(at % people, want.at % people),
      })),
  )
  return { fits, blocks: [] }
}

export const shuffled = ({ fits, blocks }: ExchangeMarket): fc.Arbitrary<ExchangeMarket> =>
  fc.record({ fits: shuffle(fits), blocks: shuffle(blocks) })
const shuffle = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

const areBlocked = ({ blocks }: ExchangeMarket, one: string, other: string) =>
  blocks.some((pair) => pair.includes(one) && pair.includes(other) && one !== other)

export function faultsOf(market: ExchangeMarket, rings: readonly Ring[]): string[] {
  const everybody = rings.flatMap(({ legs }) => legs.map(({ from }) => from))
  const isOnce = new Set(everybody).size === everybody.length
  return [...(isOnce ? [] : ['somebody twice']), ...rings.flatMap((ring) => faults(market, ring))]
}

function faults(market: ExchangeMarket, { legs, balances, transfers }: Ring): string[] {
  const found: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) found.push(fault)
  }
  const people = legs.map(({ from }) => from)
  check(legs.length >= ringSize.min && legs.length <= ringSize.max, 'a size that is no ring')
  for (const one of people)
    for (const other of people) check(!areBlocked(market, one, other), 'people with a block')
  const owed = new Map(balances.map(({ person, paise }) => [person, paise]))
  for (const [at, leg] of legs.entries()) {
    const gives = legs[(at + 1) % legs.length]
    const fit = market.fits.find(
      ({ copy, want, from, to }) =>
        copy === leg.copy && want === leg.want && from === leg.from && to === leg.to,
    )
    if (!fit || !gives) return [...found, 'a copy that does not fit']
    const pays = leg.valuePaise - gives.valuePaise
    check(gives.from === leg.to, 'a leg that ends where the next does not begin')
    check(leg.valuePaise === fit.valuePaise, 'another value')
    check(pays <= fit.mostOnTopPaise, 'more rupees on top than the want allows')
    check(owed.get(leg.to) === pays, 'another balance')
  }
  for (const { from, to, paise } of transfers) {
    check(paise > 0, 'an empty transfer')
    owed.set(from, (owed.get(from) ?? 0) - paise)
    owed.set(to, (owed.get(to) ?? 0) + paise)
  }
  check(
    [...owed.values()].every((paise) => paise === 0),
    'somebody who is not even',
  )
  check(transfers.length < legs.length, 'too many transfers')
  return found
}

export type Total = { people: number; money: number; km: number }
type TriedRing = Total & { members: string[] }

/** The totals of a set of rings, with money in paise. */
export const totalOf = (rings: readonly Pick<Ring, 'legs'>[]): Total => ({
  people: rings.reduce((sum, { legs }) => sum + legs.length, 0),
  money: rings
    .flatMap(({ legs }) =>
      legs.map(({ valuePaise }, at) =>
        Math.max(0, (legs.at(at - 1)?.valuePaise ?? 0) - valuePaise),
      ),
    )
    .reduce((sum, paise) => sum + paise, 0),
  km: rings
    .flatMap(({ legs }) => legs.map(({ km = unknownKm }) => Math.round(km)))
    .reduce((sum, km) => sum + km, 0),
})

/** Finds all rings by trying every circle of people. */
export function tryAllRings(market: ExchangeMarket): TriedRing[] {
  const found: TriedRing[] = []
  const isPaid = (gets: Fit, gives: Fit) =>
    gets.valuePaise - gives.valuePaise <= gets.mostOnTopPaise
  function extend(legs: readonly Fit[]): void {
    const [first, last] = [legs[0], legs.at(-1)]
    if (!first || !last) return
    const members = legs.map(({ from }) => from)
    if (last.to === first.from) {
      if (legs.length >= ringSize.min && isPaid(last, first))
        found.push({ ...totalOf([{ legs }]), members })
      return
    }
    if (legs.length === ringSize.max || members.includes(last.to) || last.to < first.from) return
    if (members.some((member) => areBlocked(market, member, last.to))) return
    for (const next of market.fits)
      if (next.from === last.to && isPaid(last, next)) extend([...legs, next])
  }
  for (const fit of market.fits) if (fit.from !== fit.to) extend([fit])
  return found
}

export const inOrder = (one: Total, other: Total): number =>
  other.people - one.people || one.money - other.money || one.km - other.km

/** The totals of the best choice of rings that have no person in common. */
export function tryAllChoices(market: ExchangeMarket): Total {
  const rings = tryAllRings(market)
  const choose = (from: number, used: ReadonlySet<string>): Total => {
    let total: Total = { people: 0, money: 0, km: 0 }
    for (const [at, ring] of rings.slice(from).entries()) {
      if (ring.members.some((member) => used.has(member))) continue
      const rest = choose(from + at + 1, new Set([...used, ...ring.members]))
      const sum = {
        people: ring.people + rest.people,
        money: ring.money + rest.money,
        km: ring.km + rest.km,
      }
      if (inOrder(sum, total) < 0) total = sum
    }
    return total
  }
  return choose(0, new Set())
}
