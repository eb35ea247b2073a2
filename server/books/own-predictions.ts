// Predicts what a seller's own used books should sell for today, using the offers of their titles.
import type { Prediction } from '#contract/books/pricing.ts'
import { indianYear } from '#contract/common/dates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { findTitles, predictionAt } from '#server/pricing/predict.ts'
import { maxPredictedBooks } from './limits.ts'
import type { BookRow } from './views.ts'

const referenceOf = ({ title, author, isbn, publication_year }: BookRow) => ({
  title,
  author,
  isbn: isbn ?? undefined,
  publicationYear: publication_year ?? undefined,
})

/** Returns predictions by book id, for used books with a year. Returns none for longer lists. */
export async function predictOwnBooks(
  context: Pick<AppContext, 'db' | 'cache' | 'now'>,
  sellerId: string,
  rows: readonly BookRow[],
): Promise<Map<string, Prediction>> {
  const used = rows.filter((row) => row.book_type === 'old' && row.publication_year !== null)
  if (used.length === 0 || rows.length > maxPredictedBooks) return new Map()
  const titles = await findTitles(context, used.map(referenceOf), sellerId)
  const year = indianYear(context.now())
  return new Map(
    used.flatMap(({ id, condition, publication_year, original_price }, index) => {
      const title = titles[index]
      if (!title || publication_year === null) return []
      const copy = { condition, publicationYear: publication_year, originalPrice: original_price }
      return [[id, predictionAt(copy, year, title.level)] as const]
    }),
  )
}
