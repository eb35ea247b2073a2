import { fetchJson } from '#bench/load/bare.ts'
import { percentile } from '#bench/load/http-load.ts'
import { bookId } from '#bench/market/ids.ts'
import type { BookDetail } from '#contract/books/books.ts'
import { seeded } from '#server/demo/random.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import type { TitleReference } from '#server/pricing/title-keys.ts'
import { findTitlePrices } from '#server/pricing/title-store.ts'
import { type BenchCase, inThousands, type Market, sizesOf } from './bench-case.ts'

const maxMs = 2
const perTitle = 5
const warmUp = 50

/** The titles of random books, so that common titles come more often; with an ISBN where they have one. */
async function drawQuestions({ port, sizes }: Market, count: number): Promise<TitleReference[]> {
  const random = seeded('bench title prices')
  const questions: TitleReference[] = []
  while (questions.length < count) {
    const { title, author, isbn, publication_year } = await fetchJson<BookDetail>(
      port,
      `/api/books/${bookId(random.integer(0, sizes.books - 1), sizes)}`,
    )
    // Half of those who have an ISBN leave it out, and are looked for by title and author.
    const given = random.chance(0.5) ? isbn : undefined
    questions.push({ title, author, isbn: given, publicationYear: publication_year })
  }
  return questions
}

/** What a prediction reads of a title, one after the other; the figure is the 95th of 100. */
export const titlePrices: BenchCase = {
  name: 'title-prices',
  run: (bench) => {
    const [size = 0] = sizesOf(bench.settings, [1_000_000])
    return bench.withMarket(size, async (market) => {
      const questions = await drawQuestions(market, bench.settings.questions)
      const { db, close } = await openPostgres(market.postgres.urlOf(market.database))
      const times: number[] = []
      let [prices, offers] = [0, 0]
      try {
        for (const question of questions.slice(0, warmUp))
          await findTitlePrices(db, question, undefined, new Date())
        for (const question of questions)
          for (let time = 0; time < perTitle; time++) {
            const begun = performance.now()
            const found = await findTitlePrices(db, question, undefined, new Date())
            times.push(performance.now() - begun)
            prices += found.prices.length
            offers += found.offers?.count ?? 0
          }
      } finally {
        await close()
      }
      times.sort((a, b) => a - b)
      const mean = (total: number) => (total / times.length).toFixed(1)
      return [
        {
          of: `what is known of a title, ${inThousands(size)}, the 95th of 100`,
          figure: percentile(times, 0.95),
          unit: 'ms',
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
          bars: [{ atMost: maxMs }],
          note: `on average ${mean(prices)} prices that teach, and ${mean(offers)} copies on offer`,
        },
      ]
    })
  },
}
