// What the server hands a page while it renders: the way to the data, and what must stand in the HTML.
import { BookFilters } from './book-forms.ts'

/** What of an address's query may show in the HTML; everything else there is for the browser alone. */
export const pageQuery = Object.keys(BookFilters.shape)

/** A page that lacks something which could not be read carries this header, and is not kept. */
export const incompleteHeader = 'x-incomplete'

export type PageContext = {
  /** Calls a GET below `/api` in this very process; `path` as `address()` makes it. */
  get: (
    path: string,
  ) => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>
  /** Stands in every inline script; the server puts each answer's own nonce in its place. */
  nonce: string
  /** The address people know this server by, without a slash at its end. */
  origin: string
}
