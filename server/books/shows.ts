// What kept answers about books show: by which changes they are forgotten.
import { createHash } from 'node:crypto'
import type { BookSort } from '#contract/books/book-forms.ts'
import type { Book, listShelves } from '#contract/books/books.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { bestsellerRating } from '#contract/common/policy.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { Shows } from '#server/platform/cache/cache.ts'
import type { Change, ListedFacts } from '#server/platform/cache/changes.ts'
import type { Filters } from './search/filters.ts'

type ShownBook = { _id: string; recommendations?: readonly string[] }

/** The books, and whether those that they recommend are on the market. */
export const bookTags = (books: readonly ShownBook[]): string[] =>
  books.flatMap(({ _id, recommendations = [] }) => [
    `book ${_id}`,
    ...recommendations.map((id) => `listed ${id}`),
  ])

const titleTag = (titleKey: string) => `title ${createHash('md5').update(titleKey).digest('hex')}`

function fits(facts: ListedFacts | null | undefined, filters: Filters): facts is ListedFacts {
  if (!facts) return false
  const { branch, bookType, condition, minPrice, maxPrice, rentable } = filters
  return (
    (branch === undefined || facts.branch === canonicalBranch(branch)) &&
    (bookType === undefined || facts.type === bookType) &&
    (condition === undefined || facts.condition === condition) &&
    (minPrice === undefined || facts.price >= toPaise(minPrice)) &&
    (maxPrice === undefined || facts.price <= toPaise(maxPrice)) &&
    (rentable === undefined || facts.rentable === rentable)
  )
}

/** Whether a book comes to these filters, or leaves them; with a search, also by its words. */
export const movesInOrOut =
  (filters: Filters) =>
  ({ before, after }: Change): boolean => {
    const [was, is] = [fits(before, filters), fits(after, filters)]
    return was !== is || (is && filters.search !== undefined && before?.text !== after?.text)
  }

type ListQuery = Filters & { sort?: BookSort | undefined }

/** Whether a book that isn't on a page comes to it, by its new price or rating. */
function movesToPage(
  { sort }: ListQuery,
  last: Book | undefined,
  { before, after }: Change,
): boolean {
  if (!last || !before || !after) return false
  if (sort === 'price') return before.price !== after.price && after.price <= toPaise(last.price)
  if (sort === '-price') return before.price !== after.price && after.price >= toPaise(last.price)
  return sort === 'rating' && before.rating !== after.rating
}

/** A page of a list with the number of all its books. */
export function listShows(query: ListQuery, { rows }: { rows: readonly Book[] }): Shows {
  const isMoved = movesInOrOut(query)
  return {
    tags: bookTags(rows),
    isChangedBy: (change) =>
      isMoved(change) || (fits(change.after, query) && movesToPage(query, rows.at(-1), change)),
  }
}

export function shelvesShow(filters: Filters, shelves: ResponseOf<typeof listShelves>): Shows {
  const isMoved = movesInOrOut(filters)
  const books = [
    ...shelves.recommended,
    ...shelves.bestsellers,
    ...shelves.branches.flatMap(({ books }) => books),
  ]
  const isBestseller = (facts: Change['after']) => (facts?.rating ?? 0) >= bestsellerRating
  return {
    tags: ['recommended', ...new Set(bookTags(books))],
    isChangedBy: (change) =>
      isMoved(change) ||
      (fits(change.after, filters) &&
        change.before?.rating !== change.after.rating &&
        (isBestseller(change.before) || isBestseller(change.after))),
  }
}

/** What depends on which books are on the market, and on their words. */
export const marketShows = (books: readonly ShownBook[] = []): Shows => ({
  tags: bookTags(books),
  isChangedBy: ({ before, after }) => before?.text !== after?.text,
})

export const detailShows = (book: Book): Shows => ({
  tags: [...bookTags([book]), `orders of ${book._id}`, `seller ${book.seller._id}`],
})

/** What is about all listings of a title. */
export const titleShows = (id: string, titleKey: string, tags: readonly string[]): Shows => ({
  tags: [`book ${id}`, titleTag(titleKey), ...tags],
})
