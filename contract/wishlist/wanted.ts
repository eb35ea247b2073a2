// The public list of wanted titles. It shows how many people want a title, but no names.
import { z } from 'zod'
import { BookFilters } from '#contract/books/book-forms.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { Id, MessageResponse, pagingFields, singleLine } from '#contract/common/schemas.ts'
import { KnownTitle } from './titles.ts'

/** A city is named only if at least this many people in it want the title, for their privacy. */
export const minPeopleOfCity = 3

export const WantedFilters = BookFilters.pick({ branch: true, class: true, city: true })

export const Wanted = KnownTitle.extend({
  _id: Id,
  /** If a city is chosen, only its people are counted. */
  people: z.number(),
  classes: z.array(z.string()),
  /** At most three cities, those with the most people first. */
  cities: z.array(z.object({ city: z.string(), people: z.number() })),
  /** The id of the title's page, if somebody offers the title. */
  titlePage: z.string().optional(),
  /** Titles from the catalogue can't be reported. */
  can: z.array(z.enum(['report'])),
})
export type Wanted = z.output<typeof Wanted>

export const listWanted = endpoint({
  method: 'GET',
  path: '/wanted',
  summary: `Lists the titles that people want, most wanted first. Titles come from the catalogue or from listings that are some days old. A city is named only if at least ${minPeopleOfCity} people there want the title.`,
  access: 'anyone',
  input: WantedFilters.extend(pagingFields),
  response: z.array(Wanted),
  paged: true,
  reads: ['wants', 'books'],
})

export const readWantedFilters = endpoint({
  method: 'GET',
  path: '/wanted/filters',
  summary: 'Lists the branches, classes and cities by which wanted titles can be filtered.',
  access: 'anyone',
  input: z.object({}),
  response: z.object({
    branches: z.array(z.string()),
    classes: z.array(z.string()),
    cities: z.array(z.string()),
  }),
  reads: ['wants'],
})

const hiding = {
  method: 'PUT',
  access: ['admin'],
  response: MessageResponse,
  changes: ['wants', 'complaints', 'audit', 'removals'],
} as const

export const hideWanted = endpoint({
  ...hiding,
  path: '/admin/wanted/{id}/hide',
  summary: 'Hides a title from the public page of wanted books.',
  input: z.object({ id: Id, reason: singleLine('Reason', maxLength.reason) }),
})

export const unhideWanted = endpoint({
  ...hiding,
  path: '/admin/wanted/{id}/unhide',
  summary: 'Shows a hidden title on the public page of wanted books again.',
  input: z.object({ id: Id }),
})
