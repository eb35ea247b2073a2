import { fetchAnswer, startBare } from '#bench/load/bare.ts'
import { rareWord } from '#bench/market/titles.ts'
import { seeded } from '#server/demo/random.ts'
import {
  type BenchCase,
  besideBare,
  type Market,
  type Measured,
  measureLoad,
  rowOf,
  type Settings,
  sizesOf,
} from './bench-case.ts'
import { inTurn, someBooks } from './book.ts'

const kilobyte = 1024

async function measureCached(
  of: string,
  address: string,
  market: Market,
  settings: Settings,
): Promise<Measured> {
  const { body } = await fetchAnswer(market.port, address)
  const result = await measureLoad(market, settings, () => address)
  return {
    ...rowOf(`${of}, cached`, result),
    beside: await besideBare(
      settings,
      () => startBare(market.port, [address]),
      () => address,
    ),
    bars: [{ share: 0.4 }],
    note: `${Math.round(body.length / kilobyte)} KB`,
  }
}

export const pages: BenchCase = {
  name: 'pages',
  run: (bench) => {
    const [books = 0] = sizesOf(bench.settings, [10_000])
    return bench.withMarket(books, async (market) => {
      const { settings } = bench
      const ids = someBooks(market.sizes)
      const random = seeded('bench pages')
      const newBook = inTurn(ids.map((id) => `/buyer/book/${id}`))
      // Another search each time, or the page would be the cached one.
      const newExplore = () => `/books?search=${rareWord(random.pick).slice(0, 4)}`
      const rendered = async (of: string, next: () => string, bar: number) => ({
        ...rowOf(`${of}, rendered`, await measureLoad(market, settings, next)),
        bars: [{ atLeast: bar }],
      })
      return [
        await rendered('book', newBook, 400),
        await rendered('Explore', newExplore, 150),
        await measureCached('book', `/buyer/book/${ids[0]}`, market, settings),
        await measureCached('Explore', '/books', market, settings),
        await measureCached('front page', '/', market, settings),
      ]
    })
  },
}
