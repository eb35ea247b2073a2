// The choice as a linear or integer program, in the form that HiGHS takes: a column for each
// candidate, 1 where it is chosen; a row for each person, in at most one of them.
import type { Highs, ModelData } from 'highs'
import { type Candidates, width } from '#server/exchanges/matching/search/candidates.ts'
import { type Aim, costOf } from './score.ts'

export type Program = {
  candidates: Candidates
  /** The row of each person; those who are in no candidate of the program have none. */
  rowOf: Int32Array
  people: number
  aim: Aim
  /** What the aims before this one must cost at most: a row for each. */
  reached: readonly { aim: Aim; cost: number }[]
}

export const rowCount = ({ people, reached }: Program): number => people + reached.length

/** The rows of people for the candidates of a pool. */
export function numberRows(candidates: Candidates, pool: Int32Array, rowOf: Int32Array): number {
  let rows = 0
  const seen = new Set<number>()
  for (const at of pool)
    for (let member = 0; member < (candidates.size[at] as number); member++) {
      const person = candidates.people[at * width + member] as number
      if (seen.has(person)) continue
      seen.add(person)
      rowOf[person] = rows++
    }
  return rows
}

export function columnData(program: Program, columns: readonly number[]) {
  const { candidates, rowOf, people, aim, reached } = program
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  for (const at of columns) {
    for (let member = 0; member < (candidates.size[at] as number); member++) {
      indices.push(rowOf[candidates.people[at * width + member] as number] as number)
      values.push(1)
    }
    for (const [index, earlier] of reached.entries()) {
      indices.push(people + index)
      values.push(costOf(candidates, earlier.aim, at))
    }
    starts.push(indices.length)
  }
  const size = { numRows: rowCount(program), numCols: columns.length }
  const entries = {
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  }
  return {
    cost: Float64Array.from(columns, (at) => costOf(candidates, aim, at)),
    lower: new Float64Array(columns.length),
    matrix: { format: 'csc' as const, ...size, ...entries },
  }
}

/** The model of these columns; without `isInteger` a ring may be chosen in part. */
export function modelData(
  highs: Highs,
  program: Program,
  columns: readonly number[],
  isInteger: boolean,
): ModelData {
  const { cost, lower, matrix } = columnData(program, columns)
  const rows = rowCount(program)
  const { integer } = highs.constants.variableType
  return {
    numCols: columns.length,
    numRows: rows,
    colCost: cost,
    colLower: lower,
    colUpper: new Float64Array(columns.length).fill(isInteger ? 1 : highs.infinity),
    rowLower: new Float64Array(rows).fill(-highs.infinity),
    rowUpper: Float64Array.from(
      { length: rows },
      (_, row) => program.reached[row - program.people]?.cost ?? 1,
    ),
    matrix,
    ...(isInteger && { integrality: new Int32Array(columns.length).fill(integer) }),
  }
}
