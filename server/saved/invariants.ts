import { sql } from 'kysely'
import { isListed } from '#server/books/views.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { maxSavedBooks, minPriceFall } from './policy.ts'

export const savedInvariants: Invariant[] = [
  {
    rule: 'only buyers who are here have saved books, and no more than fit',
    broken: sql`
      select account_id as id, count(*) as books
      from saved_books join accounts on accounts.id = account_id
      where removed_at is null
      group by account_id, role, deleted_at
      having role <> 'buyer' or deleted_at is not null or count(*) > ${sql.lit(maxSavedBooks)}`,
  },
  {
    rule: 'a saved book that costs less or is gone is known to be, or waits to be told',
    broken: sql`
      select books.id, saved_books.account_id, told_price, books.price, is_gone
      from saved_books join books on books.id = book_id
        join accounts on accounts.id = books.seller_id
      where removed_at is null
        and (is_gone = (${isListed})
          or (${isListed} and told_price - books.price >= ${sql.lit(minPriceFall)}))
        and not exists (select from saved_book_changes where book_id = books.id)`,
  },
]
