import type { MarketSizes } from '#bench/market/ids.ts'
import { makeTitles } from '#bench/market/titles.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import {
  type BenchCase,
  inThousands,
  type Measured,
  measureLoad,
  rowOf,
  sizesOf,
} from './bench-case.ts'
import { measureOneAtATime } from './one-at-a-time.ts'

const maxTitles = 25_000
const maxMs = 30
/** More is read where nothing is found, and once only. */
const maxRelatedMs = 150

/** Draws what somebody has typed of a title or an author: some words, the last one not whole. */
export function beginningsIn({ titles }: MarketSizes): (random: Random) => string {
  const some = makeTitles(Math.min(titles, maxTitles))
  return (random) => {
    const { title, author } = random.pick(some)
    const words = (random.chance(0.7) ? title : author).toLowerCase().split(/\s+/)
    const start = random.integer(0, words.length - 1)
    const typed = words.slice(start, start + random.integer(1, 3)).join(' ')
    const [last = ''] = typed.split(' ').slice(-1)
    const cut = Math.max(0, last.length - random.integer(2, 5))
    return typed.slice(0, Math.max(2, typed.length - cut))
  }
}

const urlOf = (typed: string) => `/api/books/suggestions?${new URLSearchParams({ typed })}`

/** A word of a title that no book has, and one of another title. */
function nothingFound(draw: (random: Random) => string, random: Random): string {
  const letters = Array.from({ length: 6 }, () => random.pick([...'qxzwfjk'])).join('')
  return `/api/books/near-searches?${new URLSearchParams({ search: `${draw(random)} ${letters} ${draw(random)}zq` })}`
}

export const suggestions: BenchCase = {
  name: 'suggestions',
  run: async (bench) => {
    const rows: Measured[] = []
    for (const size of sizesOf(bench.settings, [100_000, 1_000_000]))
      await bench.withMarket(size, async (market) => {
        const draw = beginningsIn(market.sizes)
        const random = seeded('bench suggestions')
        const urls = Array.from({ length: bench.settings.questions }, () => urlOf(draw(random)))
        rows.push(await measureOneAtATime('typed', market, urls, maxMs))
        const related = Array.from({ length: Math.ceil(bench.settings.questions / 5) }, () =>
          nothingFound(draw, random),
        )
        rows.push(await measureOneAtATime('nothing found', market, related, maxRelatedMs))
        const result = await measureLoad(market, bench.settings, () => urlOf(draw(random)))
        rows.push(rowOf(`typed, ${inThousands(market.sizes.books)}`, result))
      })
    return rows
  },
}
