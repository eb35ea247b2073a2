// One aim after the other, by linear and integer programs: the earlier aims keep what they reached.
import type { Highs } from 'highs'
import type { Limits } from '#server/exchanges/matching/policy.ts'
import { solveInteger } from './integer.ts'
import { type Linear, solveLinear } from './linear.ts'
import type { Program } from './program.ts'
import { compareScores, costOf, scoreOf } from './score.ts'

type Improved = {
  chosen: readonly number[]
  /** No choice has less of the aim; undefined where the linear program wasn't finished. */
  linear: Linear | undefined
  /** Whether no choice costs less, given what the earlier aims reached. */
  isProven: boolean
  /** The candidates of all choices that are as good by this aim, for the next one. */
  pool: Int32Array
}

/** What is left for all integer programs of a matching. */
export type Budget = { iterations: number; used: number }

const rounding = 1e-6
const costOfAll = ({ candidates, aim }: Program, chosen: readonly number[]): number =>
  chosen.reduce((sum, at) => sum + costOf(candidates, aim, at), 0)

/** An integer program over some columns, with half of what is left: others come after it. */
function choose(
  highs: Highs,
  program: Program,
  columns: ReadonlySet<number>,
  chosen: readonly number[],
  { nodes, budget }: { nodes: number; budget: Budget },
): { chosen: readonly number[]; isProven: boolean } {
  const sorted = [...new Set([...columns, ...chosen])].sort((one, other) => one - other)
  const iterations = Math.ceil(budget.iterations / 2)
  const found = solveInteger(highs, program, sorted, chosen, { nodes, iterations })
  budget.iterations = Math.max(0, budget.iterations - found.iterations)
  budget.used += found.iterations
  const [before, after] = [chosen, found.chosen].map((some) => scoreOf(program.candidates, some))
  const isBetter = before && after && compareScores(after, before) < 0
  return { chosen: isBetter ? found.chosen : chosen, isProven: found.isProven }
}

/**
 * The best choice of `pool` for the program's aim that was found from `chosen` on. It is exact if
 * what can be in a better choice is within the limits. `seen` are candidates that go well together.
 * Throws where HiGHS fails.
 */
export function improve(
  highs: Highs,
  program: Program,
  pool: Int32Array,
  start: { chosen: readonly number[]; seen: readonly number[] },
  limits: Limits,
  budget: Budget,
): Improved {
  let { chosen } = start
  const linear = solveLinear(highs, program, pool, chosen, limits.rounds)
  if (!linear) return { chosen, linear, isProven: false, pool }
  const least = Math.ceil(linear.cost - rounding)
  const gap = () => costOfAll(program, chosen) - linear.cost + rounding
  const kept = () => pool.filter((_, index) => (linear.extra[index] as number) <= gap())
  const isLeast = () => costOfAll(program, chosen) <= least
  const given = { nodes: limits.nodes, budget }
  if (!isLeast() && kept().length > Math.min(limits.easy, limits.columns)) {
    const some = [...linear.columns, ...start.seen].slice(0, limits.columns)
    chosen = choose(highs, program, new Set(some), chosen, given).chosen
  }
  let isProven = isLeast()
  if (!isProven && kept().length <= limits.columns)
    ({ chosen, isProven } = choose(highs, program, new Set(kept()), chosen, given))
  return { chosen, linear, isProven, pool: kept() }
}
