// Finds rings in the whole market, or only rings with certain people.
import { setImmediate } from 'node:timers/promises'
import { chooseRings, splitCandidates } from './choose.ts'
import { buildGraph, byText, type ExchangeMarket, type Fit } from './graph.ts'
import { type Candidate, Candidates, searchRingsOf } from './search.ts'

/** For how long the search blocks the event loop before it lets other work run. */
const maxHoldMs = 15

/**
 * Maximum legs to look at for one person, and attempts to replace rings in a group of people. It is
 * a number instead of a time, so that every machine finds the same rings.
 */
const usualSteps = 20_000

/** The number of attempts for each candidate of a group, because small groups need fewer. */
const movesPerCandidate = 20

/** The amount that a person pays; negative if they get money. */
type Balance = { person: string; paise: number }
type Transfer = { from: string; to: string; paise: number }

export type RingLeg = Omit<Fit, 'mostOnTopPaise'>
export type Ring = {
  /** Starts with the person with the smallest id. Each receiver is the next giver. */
  legs: readonly RingLeg[]
  /** The rupees that each person pays or gets, in the order of the legs' givers. */
  balances: readonly Balance[]
  transfers: readonly Transfer[]
}

/**
 * Finds transfers that settle all balances, which add up to 0. The person who owes most pays the one
 * who gets most.
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  const open = balances.map((one) => ({ ...one }))
  const transfers: Transfer[] = []
  for (;;) {
    const [payer, ...others] = open.sort((a, b) => b.paise - a.paise)
    const receiver = others.at(-1)
    if (!payer || !receiver || payer.paise <= 0 || receiver.paise >= 0) return transfers
    const paise = Math.min(payer.paise, -receiver.paise)
    payer.paise -= paise
    receiver.paise += paise
    transfers.push({ from: payer.person, to: receiver.person, paise })
  }
}

function toRing({ legs: found }: Candidate): Ring {
  const fits = found.map(({ fit: { mostOnTopPaise: _, ...leg } }) => ({
    ...leg,
    ...(leg.km !== undefined && { km: Math.round(leg.km) }),
  }))
  const people = fits.map(({ from }) => from)
  const first = people.indexOf(people.toSorted(byText)[0] ?? '')
  const legs = [...fits.slice(first), ...fits.slice(0, first)]
  const balances = legs.map(({ from, valuePaise }, at) => ({
    person: from,
    paise: (legs.at(at - 1)?.valuePaise ?? 0) - valuePaise,
  }))
  return { legs, balances, transfers: settle(balances) }
}

function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxHoldMs) return
    await setImmediate()
    since = performance.now()
  }
}

type Options = {
  /** If set, only rings with at least one of these people are found. */
  around?: ReadonlySet<string> | undefined
  signal?: AbortSignal | undefined
  maxSteps?: number
}

/**
 * Finds the rings to propose: those that serve the most people; among equals, those that move the
 * least money; then those with the shortest distances. The order of the market's rows doesn't
 * matter.
 */
export async function matchMarket(
  market: ExchangeMarket,
  { around, signal, maxSteps = usualSteps }: Options = {},
): Promise<Ring[]> {
  const pause = createPause()
  const graph = buildGraph(market)
  const candidates = new Candidates()
  for (const [person, first] of graph.numberOf) {
    if (around && !around.has(person)) continue
    await pause()
    if (signal?.aborted) return []
    // In the whole market, each ring is found only once: from its person with the lowest number.
    const mayJoin = (one: number) => around !== undefined || one > first
    searchRingsOf(graph, first, candidates, { maxSteps, mayJoin })
  }
  const rings: Ring[] = []
  for (const group of splitCandidates(candidates.all())) {
    const moves = Math.min(maxSteps, group.length * movesPerCandidate)
    rings.push(...(await chooseRings(group, moves, pause)).map(toRing))
    if (signal?.aborted) return []
  }
  return rings.sort((a, b) => byText(a.legs[0]?.from ?? '', b.legs[0]?.from ?? ''))
}
