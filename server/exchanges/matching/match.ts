// Finds rings: of the whole market, or the best one of a single person.
import { setImmediate } from 'node:timers/promises'
import { chooseRings, splitCandidates } from './choose.ts'
import { buildGraph, byText, type ExchangeMarket, type Fit } from './market.ts'
import { type Limits, maxHoldMs, limits as usualLimits } from './policy.ts'
import { type Candidate, Candidates, compareCandidates, searchRingsOf } from './search.ts'
import { type Balance, settle, type Transfer } from './settle.ts'

/** In whole rupees. Each person gives what the next one gets. */
export type RingLeg = Omit<Fit, 'mostOnTopPaise'>
export type Ring = {
  /** The first is of the person with the smallest id. */
  legs: readonly RingLeg[]
  /** In the order of the legs' `from`. */
  balances: readonly Balance[]
  transfers: readonly Transfer[]
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

/** Lets other work run where this has held the thread for long enough. */
function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxHoldMs) return
    await setImmediate()
    since = performance.now()
  }
}

/**
 * The rings to propose: those that serve many people, of these those that move little money, of
 * these those with short ways. The same market, in any order, always has the same answer. Empty
 * where the signal aborts it.
 */
export async function matchMarket(
  market: ExchangeMarket,
  { signal, limits = usualLimits }: { signal?: AbortSignal | undefined; limits?: Limits } = {},
): Promise<Ring[]> {
  const pause = createPause()
  const graph = buildGraph(market)
  const candidates = new Candidates(limits.candidates)
  let left = limits.steps.total
  for (const first of graph.numberOf.values()) {
    await pause()
    if (signal?.aborted) return []
    const { person, atLeast } = limits.steps
    const maxSteps = Math.max(atLeast, Math.min(person, left))
    // Each ring is found once, from the one of its people who comes first.
    left -= searchRingsOf(graph, first, candidates, { maxSteps, mayJoin: (one) => one > first })
  }
  const rings: Ring[] = []
  for (const group of splitCandidates(candidates.all())) {
    const moves = Math.min(limits.moves.group, group.length * limits.moves.candidate)
    rings.push(...(await chooseRings(group, moves, pause)).map(toRing))
    if (signal?.aborted) return []
  }
  return rings.sort((a, b) => byText(a.legs[0]?.from ?? '', b.legs[0]?.from ?? ''))
}

/**
 * Finds the best ring of one person after the other, without those who are `taken`: the most
 * people, then least money, then shortest ways.
 */
export function createFirstRings(market: ExchangeMarket, { steps, ...limits } = usualLimits) {
  const graph = buildGraph(market)
  return (person: string, taken: ReadonlySet<string>): Ring | undefined => {
    const first = graph.numberOf.get(person)
    if (first === undefined || taken.has(person)) return undefined
    const without = new Set([...taken].map((id) => graph.numberOf.get(id)))
    const candidates = new Candidates(limits.candidates)
    const mayJoin = (one: number) => !without.has(one)
    searchRingsOf(graph, first, candidates, { maxSteps: steps.person, mayJoin })
    const [best] = candidates.all().sort(compareCandidates)
    return best && toRing(best)
  }
}
