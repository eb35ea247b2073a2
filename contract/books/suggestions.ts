import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, Search } from '#contract/common/schemas.ts'
import { BookFilters } from './book-forms.ts'

/** The text to show: 'concepts of physics', 'H. C. Verma', 'Class 12', 'Books in Pune'. */
const text = z.string()
/** The search without its last words, which became a filter. */
const search = z.string()

/** Clients ignore kinds that they don't know. */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), text }),
  z.object({ kind: z.literal('author'), text }),
  /** `title` is the id of the title's page. */
  z.object({ kind: z.literal('title'), text, author: z.string(), title: z.string() }),
  /** A shop with this name: 'Books from Kitab Ghar'. `seller` is the id of its page. */
  z.object({ kind: z.literal('shop'), text, seller: Id, city: z.string().optional() }),
  z.object({ kind: z.literal('class'), text, class: z.number(), search }),
  z.object({ kind: z.literal('exam'), text, exam: z.string(), search }),
  /** A filter for a city, or for a PIN code with the nearest books first. */
  z.object({
    kind: z.literal('place'),
    text,
    city: z.string().optional(),
    near: z.string().optional(),
    search,
  }),
])
export type Suggestion = z.output<typeof Suggestion>

/**
 * The input is `typed` and not `search`, because a GET with `search` counts as expensive, and this
 * one is sent with nearly every keystroke.
 */
export const suggestSearches = endpoint({
  method: 'GET',
  path: '/books/suggestions',
  summary:
    'Suggests what to search for, given the start of a search: searches, authors, titles, classes and exams of books on the market, places and shops. The response is the same for everybody.',
  access: 'anyone',
  input: z.object({ typed: Search }),
  response: z.object({ suggestions: z.array(Suggestion) }),
  reads: ['books'],
})

/** `total` is the number of titles found; with `isMinimum` there may be more. */
export const RelatedSearch = z.object({
  search: z.string(),
  total: z.number(),
  isMinimum: z.boolean().optional(),
  /** True if some words were replaced. Otherwise words were only left out. */
  isCorrected: z.boolean().optional(),
  /** The highest price in rupees, if the typed text names one ('under 200'). */
  maxPrice: z.number().optional(),
})
export type RelatedSearch = z.output<typeof RelatedSearch>

export const findRelatedSearches = endpoint({
  method: 'GET',
  path: '/books/near-searches',
  summary:
    'For a search that finds nothing with these filters, suggests the most similar searches that find something.',
  access: 'anyone',
  input: BookFilters,
  response: z.object({ searches: z.array(RelatedSearch) }),
  reads: ['blocks', 'books'],
})
