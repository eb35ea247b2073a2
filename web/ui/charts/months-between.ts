/** Every month from the first to the last of these, as 2026-01. */
export function monthsBetween(months: readonly string[]): string[] {
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
