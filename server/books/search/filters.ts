import type { z } from 'zod'
import type { BookFilters, BookSort, ListSort } from '#contract/books/book-forms.ts'

export type Filters = Omit<z.output<typeof BookFilters>, 'sort'> & {
  /** Absent for viewers who blocked nobody, so that they share cached responses. */
  hiddenSellers?: readonly string[]
}

export type ListQuery = Filters & { sort?: BookSort | undefined }

export type PlacedQuery = Filters & { sort?: ListSort | undefined }
