// Predicted prices of used copies of a title, by condition.
import { sql } from 'kysely'
import { conditions } from '#contract/books/conditions.ts'
import type { Title, UsedPrices } from '#contract/books/titles.ts'
import { indianYear } from '#contract/common/dates.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findTitle, predictionAt } from '#server/pricing/predict.ts'

/** The list price is in paise. */
export type Edition = { publicationYear: number; originalPrice: number }

/** Finds the year that most sellers of used copies state, and their median list price. */
export async function findEdition(
  db: Db,
  titleKey: string,
  hiddenSellers: readonly string[],
): Promise<Edition | undefined> {
  const { rows } = await sql<Edition>`
    select publication_year as "publicationYear",
      percentile_disc(0.5) within group (order by original_price) as "originalPrice"
    from books where title_key = ${titleKey} and book_type = 'old' and publication_year is not null
      and ${isOnMarketExcept(hiddenSellers)}
    group by publication_year
    order by count(distinct seller_id) desc, publication_year desc limit 1`.execute(db)
  return rows[0]
}

export async function findUsedPrices(
  context: Pick<AppContext, 'db' | 'cache' | 'now'>,
  { title, author, isbn }: Title,
  { publicationYear, originalPrice }: Edition,
): Promise<UsedPrices> {
  const reference = { title, author, isbn, publicationYear }
  const { level, known } = await findTitle(context, reference, undefined)
  const year = indianYear(context.now())
  return {
    publication_year: publicationYear,
    original_price: toRupees(originalPrice),
    conditions: conditions.map((condition) => ({
      condition,
      ...predictionAt({ condition, publicationYear, originalPrice }, year, level),
    })),
    known,
  }
}
