import type { ListSort } from '#contract/books/book-forms.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import { bestsellerRating } from '#contract/common/policy.ts'
import { toPaise } from '#contract/common/schemas.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { filterTags } from '#server/books/search/words/tags.ts'
import { hashTitleKey } from '#server/books/title-hash.ts'
import type { BookRow } from '#server/books/views.ts'
import { cityKeysOf, distanceKm, pointOf } from '#server/places/places.ts'
import type { Change, ListedFacts } from '#server/platform/cache/changes.ts'
import type { Dependencies } from '#server/platform/cache/dependencies.ts'
import type { BookOrder } from './lists.ts'

const bookTag = (id: string) => `book ${id}`

/** The books, and whether those that they recommend are on the market. */
export const bookTags = (rows: readonly Pick<BookRow, 'id' | 'recommendations'>[]): string[] =>
  rows.flatMap(({ id, recommendations }) => [
    bookTag(id),
    ...recommendations.map((recommended) => `listed ${recommended.id}`),
  ])

export const absentBookDependencies = (id: string): Dependencies => ({ tags: [bookTag(id)] })

export const titleTag = (titleKey: string) => `title ${hashTitleKey(titleKey)}`

/** What prices of used copies are predicted from: offers and sales, unless somebody is blocked. */
export const titlePriceTags = (titleKeys: readonly string[] = []): string[] =>
  titleKeys.length === 0
    ? []
    : ['reviewers', ...titleKeys.flatMap((key) => [titleTag(key), `sales of ${titleTag(key)}`])]

/** As the database has it: once, as each change of the market is compared with it. */
const toCompared = <F extends { branch?: string | undefined }>(filters: F): F =>
  filters.branch === undefined ? filters : { ...filters, branch: canonicalBranch(filters.branch) }

function isWithin({ x, y }: ListedFacts, { near, within }: Filters): boolean {
  if (near === undefined || within === undefined) return true
  const start = pointOf(near)
  return start !== undefined && x !== null && y !== null && distanceKm(start, { x, y }) <= within
}

function fits(facts: ListedFacts | null | undefined, filters: Filters): facts is ListedFacts {
  if (!facts) return false
  const { branch, bookType, condition, minPrice, maxPrice, rentable, city, handOver } = filters
  const { openToExchange } = filters
  return (
    (branch === undefined || facts.branch === branch) &&
    (bookType === undefined || facts.type === bookType) &&
    (condition === undefined || facts.condition === condition) &&
    (minPrice === undefined || facts.price >= toPaise(minPrice)) &&
    (maxPrice === undefined || facts.price <= toPaise(maxPrice)) &&
    (rentable === undefined || facts.rentable === rentable) &&
    (handOver === undefined || facts.handOvers.includes(handOver)) &&
    (openToExchange === undefined || facts.openToExchange === openToExchange) &&
    (city === undefined || cityKeysOf(city).includes(facts.city ?? '')) &&
    filterTags(filters).every((tag) => facts.tags.includes(tag)) &&
    isWithin(facts, filters)
  )
}

/** What searches and similarity read of a book. */
const hasOtherText = ({ before, after }: Change): boolean => before?.text !== after?.text

/** Whether a book comes to these filters, or leaves them; with a search, also by its words. */
export function movesInOrOut(query: Filters): (change: Change) => boolean {
  const filters = toCompared(query)
  return (change) => {
    const [was, is] = [fits(change.before, filters), fits(change.after, filters)]
    return was !== is || (is && filters.search !== undefined && hasOtherText(change))
  }
}

type ListQuery = Filters & { sort?: ListSort | undefined }

/** Whether a page in the order of the prices or ratings changes, though its books fit as before. */
function changesOrder(
  { sort, search }: ListQuery,
  { ids, lastPrice, position }: BookOrder,
  { tags, before, after }: Change,
): boolean {
  if (!before || !after) return false
  if (sort === 'near') return before.x !== after.x || before.y !== after.y
  if (sort === 'rating') return before.rating !== after.rating
  if (before.price === after.price) return false
  const isOnPage = ids.some((id) => tags.includes(bookTag(id)))
  // Among equals a search shows the cheapest first.
  if (sort === undefined && search !== undefined) return isOnPage
  if (sort !== 'price' && sort !== '-price') return false
  // The last page ends with no price.
  if (lastPrice === undefined || position.next === undefined) return true
  return isOnPage || (sort === 'price' ? after.price <= lastPrice : after.price >= lastPrice)
}

export function orderDependencies(listQuery: ListQuery, order: BookOrder): Dependencies {
  const query = toCompared(listQuery)
  const isMoved = movesInOrOut(query)
  return {
    tags: [],
    isChangedBy: (change) =>
      isMoved(change) || (fits(change.after, query) && changesOrder(query, order, change)),
  }
}

export function shelfDependencies(query: Filters): Dependencies {
  const filters = toCompared(query)
  const isMoved = movesInOrOut(filters)
  // Also of another branch: it may be the only one that a book of these shelves recommends.
  const comesOrLeaves = ({ before, after }: Change) => before?.branch !== after?.branch
  const isBestseller = (facts: Change['after']) => (facts?.rating ?? 0) >= bestsellerRating
  return {
    tags: ['recommended'],
    isChangedBy: (change) =>
      comesOrLeaves(change) ||
      isMoved(change) ||
      (fits(change.after, filters) &&
        change.before?.rating !== change.after.rating &&
        (isBestseller(change.before) || isBestseller(change.after))),
  }
}

/**
 * The words that books have. A book that is sold or hidden leaves them: words are those of all books
 * that aren't deleted, and one that no book has any more finds nothing.
 */
export const wordDependencies: Dependencies = {
  tags: [],
  isChangedBy: (change) => change.after !== null && hasOtherText(change),
}

const isComparedOtherwise = (change: Change): boolean =>
  hasOtherText(change) || change.before?.branch !== change.after?.branch

export function candidateDependencies(query: { branch?: string }): Dependencies {
  const filters = toCompared(query)
  return {
    tags: [],
    isChangedBy: (change) =>
      isComparedOtherwise(change) && (fits(change.before, filters) || fits(change.after, filters)),
  }
}

export const similarDependencies = (id: string): Dependencies => ({
  tags: [bookTag(id), `similar ${id}`],
  isChangedBy: isComparedOtherwise,
})

export const detailDependencies = (row: BookRow, titleKey: string): Dependencies => ({
  tags: [...bookTags([row]), `orders of ${row.id}`, `seller ${row.seller_id}`, titleTag(titleKey)],
})

export const titleDependencies = (
  id: string,
  titleKey: string,
  tags: readonly string[],
): Dependencies => ({
  tags: [bookTag(id), titleTag(titleKey), ...tags],
})
