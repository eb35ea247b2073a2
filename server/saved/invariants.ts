import { sql } from 'kysely'
import { maxSavedSearches } from '#contract/books/saved-searches.ts'
import { isListed } from '#server/books/views.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { maxSavedBooks, minPriceFall, searchNoticeMs } from './policy.ts'

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
  {
    rule: 'only buyers who are here have saved searches, and no more than fit',
    broken: sql`
      select account_id as id, count(*) as searches
      from saved_searches join accounts on accounts.id = account_id
      where removed_at is null
      group by account_id, role, deleted_at
      having role <> 'buyer' or deleted_at is not null
        or count(*) > ${sql.lit(maxSavedSearches)}`,
  },
  {
    rule: 'saved searches have a turn in which they are looked at',
    broken: sql`
      select id, account_id from saved_searches
      where not exists (
        select from saved_search_turns where account_id = saved_searches.account_id)`,
  },
  {
    rule: 'who was told of new copies for a search is told again a day later at the earliest',
    broken: sql`
      select account_id as id, told_at, look_at from saved_search_turns
      where look_at < told_at + ${sql.lit(searchNoticeMs)} * interval '1 millisecond'`,
  },
]
