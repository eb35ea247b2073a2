import { weightedMedian } from './metrics.ts'

export type Block = { value: number; weight: number }[]

/**
 * Isotonic regression by medians that never rise (pool adjacent violators). An empty block gets the
 * median before it.
 */
export function fallingMedians(blocks: readonly Block[]): number[] {
  const pools: { points: Block; level: number; blocks: number }[] = []
  for (const points of blocks) {
    if (points.length === 0 && pools.length > 0) {
      const last = pools.at(-1)
      if (last) last.blocks++
      continue
    }
    pools.push({ points, level: weightedMedian(points), blocks: 1 })
    for (let last = pools.length - 1; last > 0; last--) {
      const [before, after] = [pools[last - 1], pools[last]]
      if (!before || !after || before.level >= after.level) break
      const pooled = [...before.points, ...after.points]
      pools.splice(last - 1, 2, {
        points: pooled,
        level: weightedMedian(pooled),
        blocks: before.blocks + after.blocks,
      })
    }
  }
  return pools.flatMap(({ level, blocks: count }) => Array.from({ length: count }, () => level))
}
