// How long one price takes, in microseconds: `npm run bench:pricing`. The bar is 20.
import { conditions } from '#contract/books/book-forms.ts'
import { suggestBand, type UsedCopy } from '#server/pricing/rules.ts'

const bar = 20
const calls = 1_000_000

/** Copies of all conditions, ages and prices, the same ones each time. */
const copies: UsedCopy[] = Array.from({ length: 4096 }, (_, at) => ({
  condition: conditions[at % conditions.length] ?? 'good',
  publicationYear: 2026 - ((at * 7) % 60),
  originalPrice: 100 + ((at * 48_271) % 400_000),
}))

/** Microseconds per price with its band; the sum keeps the calls from being left out. */
function run(times: number): { micros: number; sum: number } {
  let sum = 0
  const begun = performance.now()
  for (let at = 0; at < times; at++) {
    const copy = copies[at % copies.length]
    if (copy) sum += suggestBand(copy, 2026).predicted
  }
  return { micros: ((performance.now() - begun) * 1000) / times, sum }
}

const rows = [
  ['the first 100, cold', 100],
  ['the next 10,000, warming up', 10_000],
  ...Array.from(
    { length: 5 },
    (_, at) => [`${calls.toLocaleString('en')}, warm, run ${at + 1}`, calls] as const,
  ),
] as const
const took = rows.map(([name, times]) => ({ name, micros: run(times).micros }))
console.table(
  Object.fromEntries(
    took.map(({ name, micros }) => [name, { 'µs per price': Number(micros.toFixed(3)) }]),
  ),
)
const worst = Math.max(...took.slice(2).map(({ micros }) => micros))
console.log(`the slowest warm run: ${worst.toFixed(3)} µs per price (bar ${bar})`)
if (worst > bar) process.exitCode = 1
