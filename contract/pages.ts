import { BookFilters } from '#contract/books/book-forms.ts'

/** Query parameters that affect the rendered HTML. All others matter only in the browser. */
export const pageQuery = Object.keys(BookFilters.shape)

/** Set on a page that lacks data because a read failed. Such a page isn't cached. */
export const incompleteHeader = 'x-incomplete'

export type PageContext = {
  /** Calls a GET endpoint in this process; `path` comes from `endpointUrl`. */
  get: (path: string) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>
  origin: string
}
