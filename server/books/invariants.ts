import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const bookInvariants: Invariant[] = [
  {
    rule: 'the words that searches ask for are those of the books, with how many have them',
    broken: sql`
      with used as (
        select word, count(distinct id) as books
        from books, unnest(words_of(search_text)) as word where deleted_at is null group by word),
      kept as (
        select word, sum(books) as counted
        from (select word, books from search_words
          union all select word, books from search_word_changes) as words
        group by word)
      select word as id, used.books, counted from used full join kept using (word)
      where coalesce(used.books, 0) <> coalesce(counted, 0)`,
  },
  {
    rule: 'a book has as many copies as it says',
    broken: sql`
      select id, title, copies, counted
      from books, lateral (
        select count(*) as counted from copies where book_id = books.id) as stored
      where copies <> counted`,
  },
  {
    rule: 'the copies that are available are those that nothing holds',
    broken: sql`
      select id, title, copies, available, held
      from books, lateral (
        select count(*) as held from holds join copies on copies.id = copy_id
        where book_id = books.id and upper_inf(during)) as stored
      where available <> copies - held`,
  },
  {
    rule: 'a book has the ratings of its title that count: the last one of each active person',
    broken: sql`
      with latest as (
        select distinct on (title_key, author.person_id) title_key, book_stars
        from ratings join accounts as author on author.id = buyer_id
        where removed_at is null and author.status = 'active'
        order by title_key, author.person_id, ratings.created_at desc, order_id desc),
      counted as (
        select title_key, sum(book_stars) as sum, count(*) as count from latest group by title_key)
      select id, title, rating_sum, rating_count, counted.sum, counted.count
      from books left join counted using (title_key)
      where rating_sum <> coalesce(counted.sum, 0) or rating_count <> coalesce(counted.count, 0)`,
  },
]
