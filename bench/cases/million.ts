import { fetchAnswer } from '#bench/load/bare.ts'
import { percentile } from '#bench/load/http-load.ts'
import { zipf } from '#bench/load/zipf.ts'
import { memoryOf } from '#bench/machine/processes.ts'
import type { MarketSizes } from '#bench/market/ids.ts'
import { bookSorts, bookTypes, conditions } from '#contract/books/book-forms.ts'
import { branches } from '#contract/books/branches.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import { type BenchCase, inThousands, type Measured, sizesOf } from './bench-case.ts'
import { pageSize, searchesIn } from './search.ts'

const books = '/api/books/buyer/books'
const maxFillSeconds = 180

/** A letter of a word that titles have is another one. */
function misspell(words: string, random: Random): string {
  const [word = ''] = words.split(' ')
  const at = random.integer(1, word.length - 1)
  return `${word.slice(0, at)}${random.pick([...'aeiou'])}${word.slice(at + 1)}`
}

/** Filters, orders and words as people put them together. */
export function questions(count: number, sizes: MarketSizes): string[] {
  const searches = searchesIn(sizes)
  const random = seeded('bench questions')
  const drawBranch = zipf(branches.length, random)
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams({ limit: String(pageSize) })
    const set = (name: string, chance: number, value: () => string) => {
      if (random.chance(chance)) query.set(name, value())
    }
    set('branch', 0.5, () => branches[drawBranch()] as string)
    set('bookType', 0.15, () => random.pick(bookTypes))
    set('condition', 0.3, () => random.pick(conditions))
    set('minPrice', 0.2, () => String(random.integer(1, 6) * 50))
    set('maxPrice', 0.25, () => String(random.integer(7, 20) * 50))
    set('rentable', 0.1, () => 'true')
    set('sort', 0.7, () => random.pick(bookSorts))
    set('search', 0.35, () =>
      random.chance(0.3)
        ? misspell(searches.common(random), random)
        : random.pick(Object.values(searches))(random),
    )
    return `${books}?${query}`
  })
}

export const million: BenchCase = {
  name: 'million',
  run: (bench) => {
    const [size = 0] = sizesOf(bench.settings, [1_000_000])
    return bench.withMarket(size, async ({ port, pid, sizes, filledInSeconds }) => {
      const timeOf = async (address: string) => {
        const begun = performance.now()
        const { status } = await fetchAnswer(port, address)
        if (status !== 200) throw new Error(`${address} was answered with ${status}.`)
        return performance.now() - begun
      }
      const first = (of: string, figure: number): Measured => ({ of, figure, unit: 'ms' })
      const rows: Measured[] = [
        {
          of: `filling ${inThousands(size)}, indexes included`,
          figure: filledInSeconds,
          unit: 's',
          bars: [{ atMost: maxFillSeconds }],
          note: 'once for all runs',
        },
        first('first list of 8 after a start', await timeOf(`${books}?limit=8`)),
        first('first shelves after a start', await timeOf('/api/books/shelves')),
      ]
      for (const search of ['edition', 'a of'])
        rows.push(
          first(
            `first shelves of '${search}'`,
            await timeOf(`/api/books/shelves?${new URLSearchParams({ search })}`),
          ),
        )
      const times: { address: string; time: number }[] = []
      for (const address of questions(bench.settings.questions, sizes))
        times.push({ address, time: await timeOf(address) })
      const sorted = times.toSorted((a, b) => a.time - b.time)
      const values = sorted.map(({ time }) => time)
      const slowest = sorted.at(-1)
      rows.push({
        of: `${times.length} questions one at a time, the 95th of 100`,
        figure: percentile(values, 0.95),
        unit: 'ms',
        p50: percentile(values, 0.5),
        p99: percentile(values, 0.99),
        memory: memoryOf(pid),
        bars: [{ atMost: 50 }],
        note: `the slowest, ${Math.round(slowest?.time ?? 0)} ms: ${slowest?.address.split('?')[1]}`,
      })
      return rows
    })
  },
}
