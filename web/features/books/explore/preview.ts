import type { Book, listBranches, listShelves } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { Page, ResponseOf } from '#contract/common/endpoint.ts'
import { previewedShelves, shelfPreviewSize } from '#web/features/books/limits.ts'

export type ShelvesData = ResponseOf<typeof listShelves>

/** What the server rendered the page from. `filtersKey` is the JSON of the page's filters. */
export type ExploreData = {
  filtersKey?: string
  branches?: ResponseOf<typeof listBranches> | undefined
  shelves?: ShelvesData | undefined
  list?: Page<Book> | undefined
  /** The results of a search, instead of `list`. */
  titles?: Page<FoundTitle> | undefined
}

/**
 * Returns the part of the shelves that the server renders: the books of the first screenful, and
 * only the names of further branches.
 */
export function previewShelves({ recommended, bestsellers, branches }: ShelvesData): ShelvesData {
  const above = [recommended, bestsellers].filter((books) => books.length > 0).length
  return {
    recommended: recommended.slice(0, shelfPreviewSize),
    bestsellers: bestsellers.slice(0, shelfPreviewSize),
    branches: branches.map(({ books, ...shelf }, index) => ({
      ...shelf,
      books: above + index < previewedShelves ? books.slice(0, shelfPreviewSize) : [],
    })),
  }
}
