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

/** Every month from the first to the last of these, as 2026-01. */
export function monthsThrough(months: readonly string[]): string[] {
  const numbers = months.map(
    (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1,
  )
  if (numbers.length === 0) return []
  const first = Math.min(...numbers)
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, index) => {
    const number = first + index
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  })
}
