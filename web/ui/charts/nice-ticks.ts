/** The ticks of an axis from `least` to `most`: at round numbers, evenly, never one twice; the first and the last hold both ends. */
export function niceTicks(min: number, max: number, about = 5): number[] {
  const rough = Math.max(max - min, Number.EPSILON) / about
  const ten = 10 ** Math.floor(Math.log10(rough))
  const step = ten * ([1, 2, 5].find((one) => one * ten >= rough * (1 - 1e-9)) ?? 10)
  const first = Math.floor(min / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)),
  )
}

/** Every month from the first to the last of them, as 2026-01. */
export function monthsThrough(months: readonly string[]): string[] {
  const numbers = months.map(
    (written) => Number(written.slice(0, 4)) * 12 + Number(written.slice(5, 7)) - 1,
  )
  if (numbers.length === 0) return []
  const first = Math.min(...numbers)
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, place) => {
    const at = first + place
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}
