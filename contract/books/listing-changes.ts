import { z } from 'zod'

const listingFacts = ['title', 'author', 'isbn', 'condition', 'edition', 'photos'] as const

/** One difference between two versions of a listing. For photos, `before` and `now` are missing. */
export const ListingChange = z.object({
  fact: z.enum(listingFacts),
  before: z.string().optional(),
  now: z.string().optional(),
})
export type ListingChange = z.output<typeof ListingChange>
