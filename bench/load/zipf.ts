import type { Random } from '#server/demo/random.ts'

/**
 * Draws numbers from 0 to `count - 1` by Zipf's law with exponent 1: the second comes half as often
 * as the first, the third a third as often.
 */
export function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let at = 0; at < count; at++) {
    sum += 1 / (at + 1)
    sums[at] = sum
  }
  return () => {
    const wanted = random.next() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
