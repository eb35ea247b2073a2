// What somebody who agrees to take a book goes by, so that it can't be exchanged for something else
// meanwhile.
import { sql } from 'kysely'

/**
 * What a listing says of its copies and how it hands them over, as a hash: all but its asking price
 * and how many there are. Needs `books`.
 */
export const bookFacts = sql<string>`md5(jsonb_build_array(books.title, books.author, books.isbn,
  books.condition, books.original_price, books.publication_year, books.description,
  books.hand_overs, books.location::text, (select json_agg(hash order by position)
    from book_photos where book_photos.book_id = books.id))::text)`
