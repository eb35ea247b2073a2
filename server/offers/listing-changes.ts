import type { ListingChange } from '#contract/books/listing-changes.ts'
import type { ListingFacts } from '#server/books/listing-hash.ts'

const editionOf = ({ year, date }: ListingFacts): string | undefined =>
  date ?? (year === null ? undefined : String(year))

/** The differences between two versions of a listing; undefined if there are none. */
export function listingChanges(
  before: ListingFacts | null,
  now: ListingFacts | null,
): ListingChange[] | undefined {
  if (!before || !now) return undefined
  const changes: ListingChange[] = []
  const compare = (fact: ListingChange['fact'], was?: string | null, is?: string | null) => {
    if (was === is) return
    changes.push({ fact, ...(was && { before: was }), ...(is && { now: is }) })
  }
  compare('title', before.title, now.title)
  compare('author', before.author, now.author)
  compare('isbn', before.isbn, now.isbn)
  compare('condition', before.condition, now.condition)
  compare('edition', editionOf(before), editionOf(now))
  if (before.photos?.join() !== now.photos?.join()) changes.push({ fact: 'photos' })
  return changes.length > 0 ? changes : undefined
}
