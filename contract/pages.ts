import { BookFilters } from '#contract/books/book-forms.ts'

/** Query parameters that the rendered HTML depends on; all others matter only in the browser. */
export const pageQuery = Object.keys(BookFilters.shape)

/** Set on a page whose data could not all be read; such a page is not cached. */
export const incompleteHeader = 'x-incomplete'

export type PageContext = {
  /** Calls a GET endpoint in this process; `path` comes from `endpointUrl`. */
  get: (path: string) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>
  origin: string
}
