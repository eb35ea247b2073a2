import type { Highs } from 'highs'
import type { Limits } from '#server/exchanges/matching/policy.ts'
import { width } from '#server/exchanges/matching/search/candidates.ts'
import type { LegGraph } from '#server/exchanges/matching/search/graph.ts'
import type { Search } from '#server/exchanges/matching/search/search-rings.ts'
import { splitCandidates } from './components.ts'
import { type Budget, improve } from './improve.ts'
import { type LocalSearch, searchLocally } from './local-search.ts'
import { numberRows, type Program } from './program.ts'
import { type Aim, aims, costOf, scoreOf } from './score.ts'
import { worthOfUnseen } from './unsearched-bound.ts'

/** A group of candidates that shares no person with the others, and what is chosen of it. */
export type Component = LocalSearch & { pool: Int32Array }

export type Chosen = {
  chosen: number[]
  proven: Record<Aim, boolean>
  /** No choice of rings serves more people. */
  mostPeople: number
  /** Groups for which HiGHS failed; they have what was chosen without it. */
  failed: number
  iterations: number
}

/** What is chosen without a solver, the smallest groups first. */
export function chooseLocally(search: Search, graph: LegGraph, limits: Limits): Component[] {
  const people = graph.people.length
  return splitCandidates(search.candidates, people)
    .sort((one, other) => one.length - other.length)
    .map((pool) => {
      // A few candidates need few exchanges.
      const moves = Math.min(limits.moves, pool.length * 20)
      return { pool, ...searchLocally(search.candidates, pool, people, moves) }
    })
}

type Bound = { cost: number; worth: Float64Array }

function chooseOf(
  highs: Highs,
  search: Search,
  component: Component,
  rowOf: Int32Array,
  limits: Limits,
  budget: Budget,
) {
  const { candidates } = search
  const people = numberRows(candidates, component.pool, rowOf)
  const moves = Math.min(limits.moves, component.pool.length * 20)
  const reached: Program['reached'][number][] = []
  const proven: Record<Aim, boolean> = { people: false, money: false, km: false }
  let { pool, chosen, seen }: { pool: Int32Array } & LocalSearch = component
  let bound: Bound | undefined
  for (const aim of aims) {
    const program = { candidates, rowOf, people, aim, reached }
    const found = improve(highs, program, pool, { chosen, seen }, limits, budget)
    if (aim === 'people' && found.linear)
      bound = { cost: found.linear.cost, worth: found.linear.worth }
    const isEarlierProven = aims.slice(0, aims.indexOf(aim)).every((earlier) => proven[earlier])
    proven[aim] = found.isProven && isEarlierProven
    pool = found.pool
    ;({ chosen, seen } = searchLocally(candidates, pool, rowOf.length, moves, found.chosen))
    const cost = chosen.reduce((sum, at) => sum + costOf(candidates, aim, at), 0)
    reached.push({ aim, cost })
  }
  return { chosen, proven, bound, people }
}

/**
 * The best rings of all groups by linear and integer programs. Groups for which HiGHS fails keep
 * what they have.
 */
export function chooseExactly(
  highs: Highs,
  search: Search,
  graph: LegGraph,
  components: readonly Component[],
  limits: Limits,
): Chosen {
  const rowOf = new Int32Array(graph.people.length).fill(-1)
  const worth = new Float64Array(graph.people.length)
  const budget: Budget = { iterations: limits.iterations, used: 0 }
  const isWhole = search.cutOff.length === 0
  const proven: Record<Aim, boolean> = { people: isWhole, money: isWhole, km: isWhole }
  const all: number[] = []
  let [most, failed] = [0, 0]
  for (const component of components) {
    let done: ReturnType<typeof chooseOf> | undefined
    try {
      done = chooseOf(highs, search, component, rowOf, limits, budget)
    } catch {
      failed++
    }
    all.push(...(done ?? component).chosen)
    for (const aim of aims) proven[aim] &&= done?.proven[aim] ?? false
    const people = done?.people ?? numberRows(search.candidates, component.pool, rowOf)
    const value = done?.bound ? -done.bound.cost : people
    // With rings unseen the bound comes from all linear programs together, so it isn't rounded yet.
    if (!isWhole) most += value
    else if (done?.proven.people) most += scoreOf(search.candidates, done.chosen).people
    else most += Math.floor(value + 1e-6)
    if (!isWhole) addWorth(search, component, rowOf, done?.bound?.worth, worth)
  }
  if (!isWhole)
    most = Math.floor(most + worthOfUnseen(graph, search.cutOff, worth, limits.size) + 1e-6)
  const chosen = all.sort((one, other) => one - other)
  const mostPeople = Math.min(most, graph.people.length)
  return { chosen, proven, mostPeople, failed, iterations: budget.used }
}

/** By person; 1 where there is no linear program, which is what each could be worth at most. */
function addWorth(
  { candidates }: Search,
  { pool }: Component,
  rowOf: Int32Array,
  duals: Float64Array | undefined,
  worth: Float64Array,
): void {
  for (const at of pool)
    for (const person of peopleOf(candidates, at))
      worth[person] = duals ? -(duals[rowOf[person] as number] as number) : 1
}

const peopleOf = ({ people, size }: Search['candidates'], at: number) =>
  people.subarray(at * width, at * width + (size[at] as number))
