import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Search } from '#contract/common/schemas.ts'
import { BookFilters } from './book-forms.ts'

/** As people read it: 'concepts of physics', 'H. C. Verma', 'Class 12', 'Books in Pune'. */
const text = z.string()
/** What is left to search for beside the filter that the last words name. */
const search = z.string()

/** A kind that a client doesn't know is left out by it. */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), text }),
  z.object({ kind: z.literal('author'), text }),
  /** `title` is the id of its page. */
  z.object({ kind: z.literal('title'), text, author: z.string(), title: z.string() }),
  z.object({ kind: z.literal('class'), text, class: z.number(), search }),
  z.object({ kind: z.literal('exam'), text, exam: z.string(), search }),
  /** A city, or a PIN code whose nearest books come first. */
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
 * The field is `typed`, not `search`, because it is sent with nearly every letter and counts as a
 * plain call.
 */
export const suggestSearches = endpoint({
  method: 'GET',
  path: '/books/suggestions',
  summary:
    'What somebody who has typed this may be looking for: searches, authors, titles, classes and exams of books on the market, and places. The same for everybody.',
  access: 'anyone',
  input: z.object({ typed: Search }),
  response: z.object({ suggestions: z.array(Suggestion) }),
  reads: ['books'],
})

/** `total` is how many titles it finds, with `isMinimum` at least. */
export const RelatedSearch = z.object({
  search: z.string(),
  total: z.number(),
  isMinimum: z.boolean().optional(),
  /** With other words in the place of some; otherwise it has fewer words. */
  isCorrected: z.boolean().optional(),
  /** In rupees: what was typed says it ('under 200'), as a filter. */
  maxPrice: z.number().optional(),
})
export type RelatedSearch = z.output<typeof RelatedSearch>

export const findRelatedSearches = endpoint({
  method: 'GET',
  path: '/books/near-searches',
  summary:
    'Of a search that finds nothing with these filters: those most like it that find something.',
  access: 'anyone',
  input: BookFilters,
  response: z.object({ searches: z.array(RelatedSearch) }),
  reads: ['blocks', 'books'],
})
