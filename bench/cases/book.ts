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
  type Settings,
  sizesOf,
} from './bench-case.ts'

const readBooks = 5000
/** Few, because each connection of pgbench plans each of them once. */
const recordedBooks = 5
/** Enough for the yardstick of answers that are much alike. */
const bareAnswers = 50
/** A sold book is still read, but nothing is similar to it on the market. */
const isSold = (book: number) => book % 50 === 49

/** 5,000 books from all over the market, at most half of it, in a drawn order. */
export function someBooks(sizes: MarketSizes): string[] {
  const length = Math.min(readBooks, Math.ceil(sizes.books / 2))
  const step = Math.floor(sizes.books / length)
  const books = Array.from({ length }, (_, at) => at * step)
  const shown = books.map((book) => bookId(isSold(book) ? book - 1 : book, sizes))
  return seeded('bench books read').shuffle([...new Set(shown)])
}

/** All other books on the market, in a drawn order. */
function otherBooks(sizes: MarketSizes, some: readonly string[]): string[] {
  const without = new Set(some)
  const books = Array.from({ length: sizes.books }, (_, book) => book)
  const ids = books.filter((book) => !isSold(book)).map((book) => bookId(book, sizes))
  return seeded('bench books read once').shuffle(ids.filter((id) => !without.has(id)))
}

export function inTurn(all: readonly string[]): () => string {
  let at = 0
  return () => all[at++ % all.length] as string
}

function eachOnce(all: readonly string[]): () => string | undefined {
  let at = 0
  return () => all[at++]
}

const addressOf = (id: string) => `/api/books/${id}`

const recordBooks = (market: Market, ids: readonly string[]) =>
  recordSql(
    market.postgres,
    market.database,
    ids.map((id) => () => fetchAnswer(market.port, addressOf(id))),
  )

/** Bars that name what `pgbench -S -M prepared` got where they were set, 23,000 a second. */
const lookupsOfBar = 23_000
const booksOfBar = 4500

/** Books that nobody has asked for, each once: the server reads each of them from the database. */
async function measureOnce(market: Market, settings: Settings, ids: readonly string[]) {
  const addresses = ids.map(addressOf)
  // The share of the time that warming up takes.
  const warmUp = addresses.splice(0, Math.floor(addresses.length / 4))
  const result = await measureLoad(market, settings, eachOnce(addresses), eachOnce(warmUp))
  const row = rowOf(`${inThousands(market.sizes.books)}, each once, none cached`, result)
  // A rate all the same, but of a shorter time.
  const areAllAsked = result.requests === addresses.length
  const count = addresses.length.toLocaleString('en')
  return { ...row, ...(areAllAsked && { note: `ended early: all ${count} books were asked for` }) }
}

/** `asksOnce`: a smaller market would have too few books for that. */
async function measureBooks(market: Market, settings: Settings, asksOnce: boolean) {
  const ids = someBooks(market.sizes)
  const { books } = market.sizes
  const others = asksOnce ? otherBooks(market.sizes, ids) : []
  const recorded = ids.splice(0, Math.min(recordedBooks, Math.floor(ids.length / 4)))
  const scripts = await recordBooks(market, recorded)
  const addresses = ids.map(addressOf)
  // First, so that the server has read books before, but none of those that are read in turn.
  const once = asksOnce ? [await measureOnce(market, settings, others)] : []
  const turns = rowOf(
    `${inThousands(books)}, ${ids.length.toLocaleString('en')} in turn, over and over`,
    await measureLoad(market, settings, inTurn(addresses)),
  )
  const draw = zipf(addresses.length, seeded('bench book reads'))
  const next = () => addresses[draw()] as string
  const drawn = rowOf(`${inThousands(books)}, by Zipf`, await measureLoad(market, settings, next))
  const beside = await besideBare(settings, () => startBare(market.port, addresses), next)
  const url = market.postgres.urlOf(market.database)
  const figure = await pgbenchScripts(url, scripts, settings.seconds)
  const lookups = await pgbenchLookups(market.postgres, settings.seconds)
  const besideSql = { beside: { name: 'pgbench, same SQL', figure }, bars: [{ share: 0.4 }] }
  const rows: Measured[] = [
    ...once.map((row) => ({ ...row, ...besideSql })),
    { ...turns, ...besideSql },
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
    const sizes = sizesOf(bench.settings, [10_000, 100_000])
    for (const books of sizes)
      rows.push(
        ...(await bench.withMarket(books, (market) =>
          measureBooks(market, bench.settings, books === sizes.at(-1)),
        )),
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
