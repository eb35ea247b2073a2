import { fetchAnswer, startBare } from '#bench/load/bare.ts'
import { zipf } from '#bench/load/zipf.ts'
import { pgbenchLookups, pgbenchScripts } from '#bench/machine/pgbench.ts'
import { recordSql } from '#bench/machine/record-sql.ts'
import { bookId, type MarketSizes } from '#bench/market/ids.ts'
import { seeded } from '#server/demo/random.ts'
import {
  type BenchCase,
  besideBare,
  inThousands,
  type Market,
  type Measured,
  measureLoad,
  rowOf,
  sizesOf,
} from './bench-case.ts'

const readBooks = 5000
/** Few, because each connection of pgbench plans each of them once. */
const recordedBooks = 5
/** Enough for the yardstick of answers that are much alike. */
const bareAnswers = 50
/** A sold book is still read, but nothing is similar to it on the market. */
const isSold = (book: number) => book % 50 === 49

/** 5,000 books from all over the market, in a drawn order. */
export function someBooks(sizes: MarketSizes): string[] {
  const step = Math.max(1, Math.floor(sizes.books / readBooks))
  const books = Array.from({ length: Math.min(readBooks, sizes.books) }, (_, at) => at * step)
  const shown = books.map((book) => bookId(isSold(book) ? book - 1 : book, sizes))
  return seeded('bench books read').shuffle([...new Set(shown)])
}

export function inTurn(all: readonly string[]): () => string {
  let at = 0
  return () => all[at++ % all.length] as string
}

const recordBooks = (market: Market, ids: readonly string[]) =>
  recordSql(
    market.postgres,
    market.database,
    ids.map((id) => () => fetchAnswer(market.port, `/api/books/${id}`)),
  )

/** Bars that name what `pgbench -S -M prepared` got where they were set, 23,000 a second. */
const lookupsOfBar = 23_000
const booksOfBar = 4500

async function measureBooks(market: Market, settings: Parameters<typeof measureLoad>[1]) {
  const ids = someBooks(market.sizes)
  const { books } = market.sizes
  const recorded = ids.splice(0, Math.min(recordedBooks, Math.floor(ids.length / 4)))
  const scripts = await recordBooks(market, recorded)
  const addresses = ids.map((id) => `/api/books/${id}`)
  const turns = rowOf(
    `${inThousands(books)}, ${ids.length.toLocaleString('en')} in turn`,
    await measureLoad(market, settings, inTurn(addresses)),
  )
  const draw = zipf(addresses.length, seeded('bench book reads'))
  const next = () => addresses[draw()] as string
  const drawn = rowOf(`${inThousands(books)}, by Zipf`, await measureLoad(market, settings, next))
  const beside = await besideBare(settings, () => startBare(market.port, addresses), next)
  const url = market.postgres.urlOf(market.database)
  const sameSql = await pgbenchScripts(url, scripts, settings.seconds)
  const lookups = await pgbenchLookups(market.postgres, settings.seconds)
  const rows: Measured[] = [
    { ...turns, beside: { name: 'pgbench, same SQL', figure: sameSql }, bars: [{ share: 0.4 }] },
    {
      ...turns,
      of: `${turns.of}, against lookups`,
      beside: { name: 'pgbench -S', figure: lookups },
      bars: [{ share: booksOfBar / lookupsOfBar }],
    },
    { ...drawn, beside },
  ]
  return rows
}

export const book: BenchCase = {
  name: 'book',
  run: async (bench) => {
    const rows: Measured[] = []
    for (const books of sizesOf(bench.settings, [10_000, 100_000]))
      rows.push(
        ...(await bench.withMarket(books, (market) => measureBooks(market, bench.settings))),
      )
    return rows
  },
}

export const similar: BenchCase = {
  name: 'similar',
  run: (bench) => {
    const [books = 0] = sizesOf(bench.settings, [100_000])
    return bench.withMarket(books, async (market) => {
      const addresses = someBooks(market.sizes).map((id) => `/api/books/similar/${id}`)
      const count = addresses.length.toLocaleString('en')
      const turns = await measureLoad(market, bench.settings, inTurn(addresses))
      const draw = zipf(addresses.length, seeded('bench similar'))
      const next = () => addresses[draw()] as string
      const drawn = await measureLoad(market, bench.settings, next)
      const few = addresses.slice(0, bareAnswers)
      const start = () => startBare(market.port, few)
      const beside = await besideBare(bench.settings, start, inTurn(few))
      const bars = [{ atLeast: 3000 }]
      return [
        { ...rowOf(`${inThousands(books)}, ${count} in turn`, turns), beside, bars },
        { ...rowOf(`${inThousands(books)}, by Zipf`, drawn), beside, bars },
      ]
    })
  },
}
