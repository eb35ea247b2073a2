/** About `count` even ticks at round numbers, from at most `min` to at least `max`. */
export function niceTicks(min: number, max: number, count = 5): number[] {
  const minStep = Math.max(max - min, Number.EPSILON) / count
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const factor = [1, 2, 5].find((candidate) => candidate * magnitude >= minStep * (1 - 1e-9)) ?? 10
  const step = magnitude * factor
  const first = Math.floor(min / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
