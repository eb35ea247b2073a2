import { seeded } from '#server/demo/random.ts'
import { findFirstRing } from '#server/exchanges/matching/first-ring.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/market.ts'
import { type Matching, matchMarket } from '#server/exchanges/matching/match.ts'
import { limits, ringSize } from '#server/exchanges/matching/policy.ts'
import { buildGraph } from '#server/exchanges/matching/search/graph.ts'
import { type MarketSize, makeMarket } from './market.ts'
import { mostPeople } from './optimum.ts'

export const bars = { share: 0.97, largeSeconds: 10, firstSeconds: 1, partners: [3, 8] } as const

const common = { cities: 2, classes: 3 }
/** In turn: few and many partners a person. */
const smallSizes: readonly MarketSize[] = [
  { people: 300, copies: 700, wants: 700, titles: 8, ...common },
  { people: 300, copies: 800, wants: 800, titles: 8, ...common },
  { people: 300, copies: 950, wants: 950, titles: 10, ...common },
]
export const largeSize: MarketSize = {
  ...{ people: 2_000, copies: 5_000, wants: 5_000, cities: 20, titles: 40, classes: 4 },
}

/** People from whom a person could get something that they want, on average. */
export function meanPartners(market: ExchangeMarket): number {
  const { from, to, people } = buildGraph(market)
  const pairs = new Set(from.map((giver, leg) => giver * people.length + (to[leg] as number)))
  return pairs.size / people.length
}

type Time = { seconds: number; processor: number }
async function timed<T>(work: () => T | Promise<T>): Promise<Time & { value: T }> {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(used)
  return { value, seconds: (performance.now() - begun) / 1000, processor: (user + system) / 1e6 }
}

const matchUpTo = (market: ExchangeMarket, size: number) => matchMarket(market, { ...limits, size })

/** People served with rings of up to 2, 3, 4 and 5. */
async function serveBySize(market: ExchangeMarket, whole: Matching): Promise<number[]> {
  const served: number[] = []
  for (let size = ringSize.min; size < ringSize.max; size++)
    served.push((await matchUpTo(market, size)).people)
  return [...served, whole.people]
}

export type SmallMarket = Time & {
  partners: number
  most: number
  served: number[]
  matching: Matching
}

export async function measureSmall(number: number): Promise<SmallMarket> {
  const size = smallSizes[number % smallSizes.length] as MarketSize
  const market = makeMarket(`small ${number}`, size)
  const { value: matching, seconds, processor } = await timed(() => matchMarket(market, limits))
  return {
    ...{ partners: meanPartners(market), most: await mostPeople(market), matching },
    ...{ served: await serveBySize(market, matching), seconds, processor },
  }
}

export type LargeMarket = Time & {
  partners: number
  /** Until a choice was there, before HiGHS improved it. */
  firstSeconds: number
  firstPeople: number
  served: number[]
  matching: Matching
  market: ExchangeMarket
}

export async function measureLarge(number: number): Promise<LargeMarket> {
  const market = makeMarket(`large ${number}`, largeSize)
  const begun = performance.now()
  let [firstSeconds, firstPeople] = [0, 0]
  const { value, ...time } = await timed(() =>
    matchMarket(market, limits, ({ people }) => {
      firstSeconds = (performance.now() - begun) / 1000
      firstPeople = people
    }),
  )
  const served = await serveBySize(market, value)
  const partners = meanPartners(market)
  return { ...time, partners, firstSeconds, firstPeople, served, matching: value, market }
}

export type FirstRings = {
  seconds: number[]
  processor: number[]
  found: number
  cutOff: number
}

/**
 * Somebody who is in no proposed ring wants one more book that is offered: how long until their
 * first ring. Half of the market's rings are
 * proposed; with `isEmpty` none is, so there is most to look at.
 */
export async function measureFirst(
  { market, matching }: LargeMarket,
  count: number,
  isEmpty: boolean,
): Promise<FirstRings> {
  const random = seeded(`exchange first ${isEmpty}`)
  const proposed = isEmpty ? [] : matching.rings.filter((_, at) => at % 2 === 0)
  const taken = new Set(proposed.flatMap(({ legs }) => legs.map(({ from }) => from)))
  const free = market.people.filter(({ id }) => !taken.has(id))
  const result: FirstRings = { seconds: [], processor: [], found: 0, cutOff: 0 }
  for (let number = 0; number < count; number++) {
    const person = random.pick(free).id
    const { title } = random.pick(market.copies.filter((copy) => !taken.has(copy.person)))
    const want = {
      ...{ id: `new want ${number}`, person, titles: [title], worstCondition: 'poor' as const },
      mostOnTopPaise: 20_000,
    }
    const { value, ...time } = await timed(() =>
      findFirstRing({ ...market, wants: [...market.wants, want] }, person, taken),
    )
    const { ring, isCutOff } = value
    result.seconds.push(time.seconds)
    result.processor.push(time.processor)
    if (ring) result.found++
    if (isCutOff) result.cutOff++
  }
  return result
}
