/** Ranks values from 1. Equal values share their mean rank; `ties` are the sizes of such groups. */
function rank(values: readonly number[]): { ranks: number[]; ties: number[] } {
  const order = values.map((_, index) => index).sort((a, b) => at(values, a) - at(values, b))
  const ranks: number[] = []
  const ties: number[] = []
  for (let first = 0; first < order.length; ) {
    let next = first + 1
    while (next < order.length && at(values, at(order, next)) === at(values, at(order, first)))
      next++
    for (const index of order.slice(first, next)) ranks[index] = (first + 1 + next) / 2
    if (next - first > 1) ties.push(next - first)
    first = next
  }
  return { ranks, ties }
}

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN

/** The complementary error function for x >= 0, with an error below 1.5e-7 (Abramowitz 7.1.26). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const sum =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return sum * Math.exp(-x * x)
}

/**
 * Returns the two-sided p-value of the Mann-Whitney U test: the probability that two samples of the
 * same distribution differ at least this much. Uses the normal approximation with corrections for
 * ties and continuity, which is accurate from about ten values each.
 */
export function mannWhitneyP(one: readonly number[], other: readonly number[]): number {
  const [n1, n2] = [one.length, other.length]
  const n = n1 + n2
  const { ranks, ties } = rank([...one, ...other])
  const sum = ranks.slice(0, n1).reduce((total, value) => total + value, 0)
  const u = sum - (n1 * (n1 + 1)) / 2
  const tied = ties.reduce((total, count) => total + count ** 3 - count, 0)
  const deviation = Math.sqrt(((n1 * n2) / 12) * (n + 1 - tied / (n * (n - 1))))
  if (!(deviation > 0)) return 1
  const z = Math.max(0, Math.abs(u - (n1 * n2) / 2) - 0.5) / deviation
  return Math.min(1, erfc(z / Math.SQRT2))
}
