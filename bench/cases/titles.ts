import { fetchAnswer } from '#bench/load/bare.ts'
import { bookId, type MarketSizes } from '#bench/market/ids.ts'
import { drawPinCode } from '#bench/market/places.ts'
import { radiiKm } from '#contract/books/book-forms.ts'
import type { BookDetail } from '#contract/books/books.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import { type BenchCase, type Market, type Measured, sizesOf } from './bench-case.ts'
import { measureOneAtATime } from './one-at-a-time.ts'
import { pageSize, searchesIn } from './search.ts'

const maxMs = 50

type Draw = (random: Random) => Record<string, string>

function questionsOf(sizes: MarketSizes): Record<string, { path: string; draw: Draw }> {
  const searches = searchesIn(sizes)
  const words = (random: Random) => random.pick([searches.rare, searches.common])(random)
  return {
    'titles of a search': {
      path: '/api/titles',
      draw: (random) => ({ search: words(random) }),
    },
    'titles of a search, with the nearest copies': {
      path: '/api/titles',
      draw: (random) => ({ search: words(random), near: drawPinCode(random) }),
    },
    'the nearest books': {
      path: '/api/books/buyer/books',
      draw: (random) => ({ near: drawPinCode(random), sort: 'near' }),
    },
    'the nearest books of a search': {
      path: '/api/books/buyer/books',
      draw: (random) => ({ search: words(random), near: drawPinCode(random), sort: 'near' }),
    },
    'books within some kilometres': {
      path: '/api/books/buyer/books',
      draw: (random) => ({
        near: drawPinCode(random),
        within: String(random.pick(radiiKm)),
        ...(random.chance(0.5) && { search: words(random) }),
      }),
    },
  }
}

/** The ids of titles that several books share. */
async function drawTitles({ port, sizes }: Market, count: number): Promise<string[]> {
  const random = seeded('bench titles')
  const titles: string[] = []
  for (let tries = 0; titles.length < count && tries < 4 * count; tries++) {
    const { body } = await fetchAnswer(
      port,
      `/api/books/${bookId(random.integer(0, sizes.books - 1), sizes)}`,
    )
    const { otherCopies } = JSON.parse(body.toString()) as BookDetail
    if (otherCopies) titles.push(otherCopies.title)
  }
  return titles
}

export const titles: BenchCase = {
  name: 'titles',
  run: async (bench) => {
    const rows: Measured[] = []
    for (const size of sizesOf(bench.settings, [100_000, 1_000_000]))
      await bench.withMarket(size, async (market) => {
        const count = Math.ceil(bench.settings.questions / 2)
        for (const [of, { path, draw }] of Object.entries(questionsOf(market.sizes))) {
          const random = seeded(`bench ${of}`)
          const urls = Array.from({ length: count }, () => {
            const query = new URLSearchParams({ limit: String(pageSize), ...draw(random) })
            return `${path}?${query}`
          })
          rows.push(await measureOneAtATime(of, market, urls, maxMs))
        }
        const ids = await drawTitles(market, count)
        rows.push(
          await measureOneAtATime(
            'a title',
            market,
            ids.map((id) => `/api/titles/${id}`),
            maxMs,
          ),
        )
        rows.push(
          await measureOneAtATime(
            'the copies of a title',
            market,
            ids.map((id) => `/api/titles/${id}/copies`),
            maxMs,
          ),
        )
      })
    return rows
  },
}
