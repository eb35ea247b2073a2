// The matching of a whole market: search, then choice. It takes seconds, so the server starts it
// in a thread (start-matching.ts).
import loadHighs, { type Highs } from 'highs'
import { type Component, chooseExactly, chooseLocally } from './choose/choose-rings.ts'
import { type Aim, scoreOf } from './choose/score.ts'
import type { ExchangeMarket, Ring } from './market.ts'
import type { Limits } from './policy.ts'
import { buildGraph, type LegGraph } from './search/graph.ts'
import { type Search, searchRings } from './search/search-rings.ts'
import { viewRing } from './view-ring.ts'

export type Report = {
  /** Whether HiGHS did its part; 'failed' in some group of people, or 'ended' with its thread. */
  solver: 'finished' | 'failed' | 'ended'
  /** Whether no choice is better by this aim, the earlier ones given. */
  proven: Record<Aim, boolean>
  /** No choice serves more people. Absent where it wasn't looked for. */
  mostPeople?: number
  candidates: number
  /** People of whom not all rings were looked at. */
  cutOff: number
  groups: number
  /** Of the linear programs inside the integer ones. */
  iterations: number
}

export type Matching = {
  rings: Ring[]
  people: number
  movedPaise: number
  km: number
  report: Report
}

let loaded: Promise<Highs> | undefined
/** HiGHS, which takes a tenth of a second to load, once for each thread. */
function highsOfThread(): Promise<Highs> {
  loaded ??= loadHighs()
  return loaded
}

type Found = { graph: LegGraph; search: Search; components: Component[] }

function find(market: ExchangeMarket, limits: Limits): Found {
  const graph = buildGraph(market)
  const search = searchRings(graph, limits)
  return { graph, search, components: chooseLocally(search, graph, limits) }
}

function view(
  { graph, search, components }: Found,
  chosen: readonly number[],
  report: Pick<Report, 'solver' | 'proven' | 'iterations' | 'mostPeople'>,
): Matching {
  const { people, money, km } = scoreOf(search.candidates, chosen)
  const firstOf = ({ legs }: Ring) => legs[0]?.from ?? ''
  return {
    rings: chosen
      .map((at) => viewRing(graph, search.candidates, at))
      .sort((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1)),
    people,
    movedPaise: money * 100,
    km,
    report: {
      ...report,
      candidates: search.candidates.count,
      cutOff: search.cutOff.length,
      groups: components.length,
    },
  }
}

function viewLocal(found: Found): Matching {
  const proven = { people: false, money: false, km: false }
  const chosen = found.components.flatMap((component) => component.chosen)
  return view(found, chosen, { solver: 'ended', proven, iterations: 0 })
}

/** Without HiGHS: rings that keep all rules, but nothing is proven of them. */
export const matchWithoutSolver = (market: ExchangeMarket, limits: Limits): Matching =>
  viewLocal(find(market, limits))

/**
 * The rings to propose: those that serve most people, of these those that move least money, of
 * these those with the shortest ways. The same market, in any order, always has the same answer.
 * `onFirst` gets what was chosen before HiGHS began. Throws where a copy or a want is of nobody in
 * the market.
 */
export async function matchMarket(
  market: ExchangeMarket,
  limits: Limits,
  onFirst?: (matching: Matching) => void,
): Promise<Matching> {
  const found = find(market, limits)
  onFirst?.(viewLocal(found))
  const highs = await highsOfThread()
  const { graph, search, components } = found
  const { chosen, failed, ...rest } = chooseExactly(highs, search, graph, components, limits)
  return view(found, chosen, { solver: failed > 0 ? 'failed' : 'finished', ...rest })
}
