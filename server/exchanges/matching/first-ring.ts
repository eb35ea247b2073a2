import { compareScores } from './choose/score.ts'
import type { ExchangeMarket, Ring } from './market.ts'
import { firstRingLimits } from './policy.ts'
import { buildGraph } from './search/graph.ts'
import { searchRingsOfFirst } from './search/search-rings.ts'
import { viewRing } from './view-ring.ts'

type FirstRing = {
  /** Absent where the person is in no ring that was found. */
  ring?: Ring
  /** Whether a limit ended the search, so that there may be a better one. */
  isCutOff: boolean
}

/** The market without some people, their copies and their wants. */
function withoutPeople(market: ExchangeMarket, left: ReadonlySet<string>): ExchangeMarket {
  const isThere = ({ person }: { person: string }) => !left.has(person)
  return {
    people: market.people.filter(({ id }) => !left.has(id)),
    copies: market.copies.filter(isThere),
    wants: market.wants.filter(isThere),
    blocks: market.blocks,
  }
}

/**
 * The best ring with one person, for when they want something new or open another copy: the most
 * people, then least money, then shortest ways. `taken` are in a proposed ring already, and left
 * out. It takes some tens of milliseconds, so it needs no thread.
 */
export function findFirstRing(
  market: ExchangeMarket,
  person: string,
  taken: ReadonlySet<string> = new Set(),
  limits: typeof firstRingLimits = firstRingLimits,
): FirstRing {
  const open = withoutPeople(market, taken)
  if (!open.people.some(({ id }) => id === person)) return { isCutOff: false }
  const graph = buildGraph(open, person)
  const { candidates, cutOff } = searchRingsOfFirst(graph, limits)
  const scoreAt = (at: number) => ({
    people: candidates.size[at] as number,
    money: candidates.money[at] as number,
    km: candidates.km[at] as number,
  })
  let best = -1
  for (let at = 0; at < candidates.count; at++)
    if (best === -1 || compareScores(scoreAt(at), scoreAt(best)) < 0) best = at
  const isCutOff = cutOff.length > 0
  return best === -1 ? { isCutOff } : { ring: viewRing(graph, candidates, best), isCutOff }
}
