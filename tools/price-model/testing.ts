// Creates listings that follow a known rule, which a fit must recover in tests.
import { type Condition, conditions } from '../../contract/books/conditions.ts'
import { foldOf, type Listing } from './listings.ts'
import { randomNumbers } from './title-knowledge.ts'

/**
 * Creates copies of `books` titles, one in each condition. Their shares follow the rule, with a
 * random error of up to `noise` in either direction.
 */
export function makeListings(
  books: number,
  rule: (condition: Condition, age: number, listPrice: number) => number,
  noise = 0.05,
): Listing[] {
  const next = randomNumbers(7)
  return Array.from({ length: books }, (_, at) => {
    const book = String(1000 + at)
    const age = Math.floor(next() ** 2 * 30)
    const listPrice = 5000 + Math.floor(next() * 250) * 100
    return conditions.map((condition): Listing => {
      const ratio = rule(condition, age, listPrice) + (next() * 2 - 1) * noise
      return { book, condition, age, listPrice, ratio, fold: foldOf(book) }
    })
  }).flat()
}

export const toCsv = (rows: readonly Listing[]): string =>
  [
    'listing_id,book_id,condition,age_years,original_price_krw,used_price_krw,category',
    ...rows.map(
      ({ book, condition, age, listPrice, ratio }, at) =>
        `${at},${book},${condition},${age},${listPrice},${(ratio * listPrice).toFixed(2)},"arts, ""and"" more"`,
    ),
  ].join('\n')
