import type { z } from 'zod'
import type { BookFilters, ListSort } from '#contract/books/book-forms.ts'

export type Filters = Omit<z.output<typeof BookFilters>, 'sort'> & {
  /** Absent for viewers who blocked nobody, so that they share cached responses. */
  hiddenSellers?: readonly string[]
}

export type ListQuery = Filters & { sort?: ListSort | undefined }
