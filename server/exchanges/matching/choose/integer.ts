import type { Highs } from 'highs'
import { modelData, type Program } from './program.ts'

type Integer = {
  chosen: number[]
  isProven: boolean
  /** Of the linear programs inside. */
  iterations: number
}

/**
 * The best choice of whole candidates among `columns`, from `first` on, which are some of them.
 * The limits are no times, so the same columns always have the same answer. Throws where HiGHS
 * fails.
 */
export function solveInteger(
  highs: Highs,
  program: Program,
  columns: readonly number[],
  first: readonly number[],
  limits: { nodes: number; iterations: number },
): Integer {
  const { callbackType, modelStatus } = highs.constants
  const model = highs.createModel(modelData(highs, program, columns, true))
  try {
    // Costs are whole numbers, so less than 1 above the bound is the least.
    const gaps = { mip_rel_gap: 0, mip_abs_gap: 0.999 }
    model.options.set({ output_flag: false, mip_max_nodes: limits.nodes, ...gaps })
    const isFirst = new Set(first)
    model.setSolution({ colValue: Float64Array.from(columns, (at) => (isFirst.has(at) ? 1 : 0)) })
    let iterations = 0
    model.run({
      [callbackType.mipInterrupt](event) {
        iterations = Number(event.data.mip_total_lp_iterations ?? 0)
        if (iterations > limits.iterations) event.interrupt()
        return undefined
      },
    })
    const status = model.getModelStatus()
    const stopped: readonly number[] = [
      modelStatus.interrupted,
      modelStatus.solutionLimit,
      modelStatus.iterationLimit,
    ]
    const isProven = status === modelStatus.optimal
    if (!isProven && !stopped.includes(status))
      throw new Error(`The integer program ended with status ${status}.`)
    const values = model.getSolution().colValue
    return {
      chosen: columns.filter((_, index) => (values[index] ?? 0) > 0.5),
      isProven,
      iterations,
    }
  } finally {
    model.dispose()
  }
}
