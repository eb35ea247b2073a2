// The facts of a listing that people agree on. Comparing them shows whether the seller changed the
// listing before the deal was made.
import { sql } from 'kysely'
import { images } from './views.ts'

/**
 * A hash of what a listing says about its copies and how they are handed over, without the asking
 * price and the number of copies. Needs `books`.
 */
export const listingHash = sql<string>`md5(jsonb_build_array(books.title, books.author, books.isbn,
  books.condition, books.original_price, books.publication_year, books.description,
  books.hand_overs, books.location::text, ${images})::text)`

/** The facts of the listing that an offer was made for. */
export type ListingFacts = {
  title: string
  author: string
  isbn: string | null
  condition: string
  year: number | null
  date: string | null
  photos: string[]
}
export const listingFacts = sql<ListingFacts>`jsonb_build_object('title', books.title,
  'author', books.author, 'isbn', books.isbn, 'condition', books.condition,
  'year', books.publication_year, 'date', books.publication_date, 'photos', ${images})`

/** Changes with each edit that people who make an offer have to know about: facts and prices. */
export const listingVersion = sql<string>`md5(jsonb_build_array(${listingFacts}, books.price,
  books.is_rentable, books.rent_price, books.rent_deposit, books.late_fee)::text)`
