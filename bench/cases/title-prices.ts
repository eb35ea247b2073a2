import { fetchJson } from '#bench/load/bare.ts'
import { percentile } from '#bench/load/http-load.ts'
import { bookId } from '#bench/market/ids.ts'
import type { BookDetail } from '#contract/books/books.ts'
import { seeded } from '#server/demo/random.ts'
import { type Db, openPostgres } from '#server/platform/database/database.ts'
import type { TitleReference } from '#server/pricing/titles/keys.ts'
import { findTitlePrices } from '#server/pricing/titles/store.ts'
import { type BenchCase, inThousands, type Market, type Measured, sizesOf } from './bench-case.ts'
import { popularTitle, withPopularTitle } from './popular-title.ts'

const maxMs = 2
const maxPopularMs = 50
const maxCopies = 10_000
const perTitle = 5
const warmUp = 50

/** The titles of random books, so that common ones come more often; with their ISBN, if any. */
async function drawTitles({ port, sizes }: Market, count: number): Promise<TitleReference[]> {
  const random = seeded('bench title prices')
  const titles: TitleReference[] = []
  while (titles.length < count) {
    const { title, author, isbn, publication_year } = await fetchJson<BookDetail>(
      port,
      `/api/books/${bookId(random.integer(0, sizes.books - 1), sizes)}`,
    )
    // Half of those who have an ISBN leave it out, and are looked for by title and author.
    const given = random.chance(0.5) ? isbn : undefined
    titles.push({ title, author, isbn: given, publicationYear: publication_year })
  }
  return titles
}

type Read = { of: string; maxMs: number; titles: readonly TitleReference[] }

/** What a prediction reads of each title, one after the other; the figure is the 95th of 100. */
async function measure(db: Db, { of, maxMs, titles }: Read): Promise<Measured> {
  for (const title of titles.slice(0, warmUp))
    await findTitlePrices(db, title, undefined, new Date())
  const times: number[] = []
  let [prices, offers] = [0, 0]
  for (const title of titles)
    for (let time = 0; time < perTitle; time++) {
      const begun = performance.now()
      const found = await findTitlePrices(db, title, undefined, new Date())
      times.push(performance.now() - begun)
      prices += found.prices.length
      offers += found.offers?.count ?? 0
    }
  times.sort((a, b) => a - b)
  const mean = (total: number) => (total / times.length).toFixed(1)
  return {
    of,
    figure: percentile(times, 0.95),
    unit: 'ms',
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    bars: [{ atMost: maxMs }],
    note: `on average ${mean(prices)} prices read, and ${mean(offers)} copies on offer`,
  }
}

export const titlePrices: BenchCase = {
  name: 'title-prices',
  run: (bench) => {
    const { questions, books } = bench.settings
    const [size = 0] = sizesOf(bench.settings, [1_000_000])
    return bench.withMarket(size, async (market) => {
      const titles = await drawTitles(market, questions)
      const { db, close } = await openPostgres(market.postgres.urlOf(market.database))
      try {
        const of = `what is known of a title, ${inThousands(size)}, the 95th of 100`
        const rows = [await measure(db, { of, maxMs, titles })]
        const copies = Math.min(maxCopies, books ?? maxCopies)
        await withPopularTitle(db, copies, async (db) => {
          const of = `the same of a title of ${copies.toLocaleString('en')} copies, and as many sales`
          const titles = Array.from({ length: Math.ceil(questions / 5) }, () => popularTitle)
          rows.push(await measure(db, { of, maxMs: maxPopularMs, titles }))
        })
        return rows
      } finally {
        await close()
      }
    })
  },
}
