// How long one price takes, in microseconds: `npm run bench:pricing`. The bar is 20, and 50 where
// 20 prices of the title are known.
import { conditions } from '#contract/books/book-forms.ts'
import { assumedLevel, suggestBand, type UsedCopy } from '#server/pricing/rules.ts'
import { assumedVariances, titleEffect } from '#server/pricing/titles/estimate.ts'
import { knownPrices, type TitlePrice } from '#server/pricing/titles/known-prices.ts'

const bar = 20
const titleBar = 50
const calls = 1_000_000

/** Copies of all conditions, ages and prices, the same ones each time. */
const copies: UsedCopy[] = Array.from({ length: 4096 }, (_, at) => ({
  condition: conditions[at % conditions.length] ?? 'good',
  publicationYear: 2026 - ((at * 7) % 60),
  originalPrice: 100 + ((at * 48_271) % 400_000),
}))

const now = new Date('2026-06-01T00:00:00Z')
/** What twenty people have named for a title, half of them in sales. */
const prices: TitlePrice[] = copies.slice(0, 20).map((copy, at) => ({
  kind: at % 2 ? 'sale' : 'asking',
  price: Math.round(copy.originalPrice * (0.3 + at / 50)),
  copy: { ...copy, originalPrice: 50_000 },
  namedAt: new Date(now.getTime() - at * 86_400_000),
  people: at % 2 ? [`seller ${at}`, `buyer ${at}`] : [`seller ${at}`],
  isNamed: true,
  accountDays: 30 * at + 10,
}))

const priceOf = (copy: UsedCopy): number => suggestBand(copy, 2026).predicted
/** From the database's rows on: whose votes count, ratios, the title's effect, the price. */
const priceKnowing = (copy: UsedCopy): number => {
  const title = titleEffect(knownPrices(prices, assumedLevel, now), assumedVariances)
  return suggestBand(copy, 2026, { title }).predicted
}

/** Microseconds per price with its band; the sum keeps the calls from being left out. */
function run(price: (copy: UsedCopy) => number, times: number): { micros: number; sum: number } {
  let sum = 0
  const begun = performance.now()
  for (let at = 0; at < times; at++) {
    const copy = copies[at % copies.length]
    if (copy) sum += price(copy)
  }
  return { micros: ((performance.now() - begun) * 1000) / times, sum }
}

function measure(name: string, price: (copy: UsedCopy) => number, times: number, bar: number) {
  const rows = [
    ['the first 100, cold', 100],
    ['the next 10,000, warming up', 10_000],
    ...Array.from(
      { length: 5 },
      (_, at) => [`${times.toLocaleString('en')}, warm, run ${at + 1}`, times] as const,
    ),
  ] as const
  const took = rows.map(([row, count]) => ({ row, micros: run(price, count).micros }))
  console.log(`\n${name}`)
  console.table(
    Object.fromEntries(
      took.map(({ row, micros }) => [row, { 'µs per price': Number(micros.toFixed(3)) }]),
    ),
  )
  const worst = Math.max(...took.slice(2).map(({ micros }) => micros))
  console.log(`the slowest warm run: ${worst.toFixed(3)} µs per price (bar ${bar})`)
  if (worst > bar) process.exitCode = 1
}

measure('nothing known of the title', priceOf, calls, bar)
measure('twenty prices of the title known', priceKnowing, calls / 10, titleBar)
