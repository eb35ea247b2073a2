// A market of 100,000 books, for tests of query plans.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { maxCountedMatches } from '#server/books/limits.ts'
import type { PlanLimits } from '#server/platform/database/testing-plans.ts'

export const manyBooks = 100_000

/**
 * Limits for reading a page if one of a hundred books fits. They are far below the number of all
 * books. Of a search's results, up to 1,000 are ranked (docs/decisions/012-search.md).
 */
export const searchLimits: PlanLimits = {
  maxRead: 15_000,
  maxEntriesRead: 60_000,
  maxSorted: 2 * maxCountedMatches,
}

/** SQL expressions that may use `n`, the number of a book from 1. */
type BookOptions = {
  seller: RawBuilder<unknown>
  available?: RawBuilder<unknown>
  titleKey?: RawBuilder<unknown>
}

/**
 * Half of the books have 'edition', a hundredth 'botany', and thirty 'glaciology'. A quarter is for
 * class 12, five hundred for JEE, eleven in Hindi. Half have 'volume', half 'reader', and a
 * hundredth has both. A tenth is at fifty places in Pune, the others are all over India. 33 are
 * sent by post, and many more are handed over in person, so that no other plan looks as cheap by
 * chance. 40 are open to exchange. Search texts have all parts, because the server rewrites
 * incomplete ones.
 */
const insertBooks = (
  { seller, available = sql`1`, titleKey = sql`'title ' || n % 25000` }: BookOptions,
  [first, last]: readonly [number, number],
) => sql`
  insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
    is_rentable, rent_price, condition, available, title_key, rating_sum, rating_count, search_text,
    city, location, hand_overs, open_to_exchange, recommended_at)
  select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${seller}, 'Title' || case when n % 2500 = 9 then ' of a rarity' else '' end, 'Author',
    case when n % 7 = 0 then 'new' else 'old' end,
    (array['Law', 'Law', 'Law', 'Civil', 'Medical'])[n % 5 + 1], 200000, 5000 + n * 7919 % 150000,
    n % 4 = 0, 500, (array['new', 'good', 'average', 'poor'])[n / 5 % 4 + 1], ${available},
    ${titleKey}, n / 11 % 6, (n / 13 % 3 = 0)::integer, text,
    case when n % 10 = 0 then 'pune, maharashtra'
      else (array['nagpur, maharashtra', 'delhi, delhi', 'mumbai, maharashtra'])[n % 3 + 1] end,
    case when n % 10 = 0 then point(3357.4 + n / 10 % 10, 3417.3 + n / 100 % 5)
      else point(2300 + n * 7 % 2400, 2500 + n * 13 % 2700) end,
    case when n % 3001 = 5 then '{meet,post}' when n % 11 < 9 then '{meet}' end::text[],
    n % 2500 = 4, now()
  from generate_series(${first}::integer, ${last}::integer) as n,
    lateral (select concat_ws(' ', 'a book of', case when n % 2 = 0 then 'edition' end,
      case when n % 100 < 1 then 'botany' end, case when n % 50 = 3 then 'anatomy' end,
      case when n % 4 = 1 then '‡class-12' end, case when n % 200 = 7 then '‡jee' end,
      case when n % 9000 = 5 then '‡in-hindi' end,
      case when n % 200 < 101 then 'volume' end, case when n % 200 > 98 then 'reader' end,
      case when n % 3333 = 9 then 'glaciology' end, 'number' || n % 5000, ';; ;; ;; ;; ;;') as text) as texts`

/** Inserts the books. Call this in a transaction of `fillQuickly`. */
export async function insertManyBooks(
  db: Transaction<Tables>,
  options: BookOptions,
): Promise<void> {
  for (let first = 1; first < manyBooks; first += 10_000)
    await insertBooks(options, [first, first + 9_999]).execute(db)
  await sql`insert into search_words
    select word, count(*)
    from books, unnest(words_of(search_text)) as word group by 1`.execute(db)
  // Adds about as many other words as a market of this size has.
  await sql`insert into search_words (word, books)
    select translate(left(md5(n::text), 9), '0123456789', 'ghijklmnop'), 1
    from generate_series(1, 50000) as n on conflict do nothing`.execute(db)
}
