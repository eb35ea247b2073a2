// The linear program over all candidates, by column generation: it is solved with few of them,
// then gets those that would make it better, until there are none.
import type { Highs, Model } from 'highs'
import { width } from '#server/exchanges/matching/search/candidates.ts'
import { columnData, modelData, type Program } from './program.ts'
import { costOf } from './score.ts'

/** Columns that a round may add, and how many of them for one person. */
const added = { columns: 2_000, person: 6 }
const tolerance = 1e-7

export type Linear = {
  /** No choice costs less. */
  cost: number
  /** Of each candidate of the pool: what a choice with it costs more than `cost`, at least. */
  extra: Float64Array
  /** What a person's place in a ring is worth: the dual values, by person. */
  worth: Float64Array
  columns: number[]
}

/** Fills `extra` and returns the candidates below zero, the lowest first. */
function price(
  program: Program,
  pool: Int32Array,
  duals: Float64Array,
  extra: Float64Array,
): number[] {
  const { candidates, rowOf, people, aim, reached } = program
  const below: number[] = []
  for (let index = 0; index < pool.length; index++) {
    const at = pool[index] as number
    let reduced = costOf(candidates, aim, at)
    for (let member = 0; member < (candidates.size[at] as number); member++) {
      const person = candidates.people[at * width + member] as number
      reduced -= duals[rowOf[person] as number] as number
    }
    for (let row = 0; row < reached.length; row++) {
      const earlier = reached[row] as Program['reached'][number]
      reduced -= (duals[people + row] as number) * costOf(candidates, earlier.aim, at)
    }
    extra[index] = reduced
    if (reduced < -tolerance) below.push(index)
  }
  return below.sort(
    (one, other) => (extra[one] as number) - (extra[other] as number) || one - other,
  )
}

/** The lowest, but not too many for one person, whom only one of them can serve. */
function pickColumns(program: Program, pool: Int32Array, below: readonly number[]): number[] {
  const { candidates, rowOf } = program
  const picked: number[] = []
  const counts = new Uint8Array(program.people)
  for (const index of below) {
    const at = pool[index] as number
    const from = at * width
    const people = candidates.people.subarray(from, from + (candidates.size[at] as number))
    const rows = Array.from(people, (person) => rowOf[person] as number)
    if (rows.some((row) => (counts[row] as number) >= added.person)) continue
    for (const row of rows) counts[row] = (counts[row] as number) + 1
    picked.push(at)
    if (picked.length === added.columns) break
  }
  return picked
}

function solve(highs: Highs, model: Model): { cost: number; duals: Float64Array } {
  model.run()
  if (model.getModelStatus() !== highs.constants.modelStatus.optimal)
    throw new Error(`The linear program ended with status ${model.getModelStatus()}.`)
  return { cost: model.getObjectiveValue(), duals: model.getSolution().rowDual }
}

/**
 * The least cost of choosing candidates of `pool`, also in parts. `first` must be a choice that
 * keeps to the program. Undefined where it wasn't found in so many rounds; throws where HiGHS
 * fails.
 */
export function solveLinear(
  highs: Highs,
  program: Program,
  pool: Int32Array,
  first: readonly number[],
  rounds: number,
): Linear | undefined {
  const columns = [...first]
  const extra = new Float64Array(pool.length)
  const model = highs.createModel(modelData(highs, program, columns, false))
  try {
    model.options.set({ output_flag: false })
    for (let round = 0; round < rounds; round++) {
      const { cost, duals } = solve(highs, model)
      const picked = pickColumns(program, pool, price(program, pool, duals, extra))
      if (picked.length === 0)
        return { cost, extra, worth: duals.slice(0, program.people), columns }
      columns.push(...picked)
      const upper = new Float64Array(picked.length).fill(highs.infinity)
      model.addCols({ ...columnData(program, picked), upper })
    }
    return undefined
  } finally {
    model.dispose()
  }
}
