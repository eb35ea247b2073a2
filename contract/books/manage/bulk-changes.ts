import { z } from 'zod'
import { BookId, Branch, maxCopies } from '#contract/books/book-forms.ts'
import { OwnBookFilters } from '#contract/books/manage/own-book-filters.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxChangedBooks, maxLength, priceRange } from '#contract/common/limits.ts'
import { formatNumber } from '#contract/common/numbers.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  integer,
  MessageResponse,
  numberInput,
  singleLine,
} from '#contract/common/schemas.ts'

/** How many copies a call can add, so that it ends in time. */
export const maxAddedCopies = 50_000
/** How many books a call can name. To change more, describe them by filters. */
export const maxNamedBooks = 1000

const idsError = `Name at most ${formatNumber(maxNamedBooks)} books.`
const BookIds = z.array(BookId, { error: idsError }).max(maxNamedBooks, idsError)

export const priceUnits = ['percent', 'rupees'] as const
export const percentRange = { min: -95, max: 1000 } as const

const byError = 'Enter an amount.'
const PriceChange = z
  .object({
    kind: z.literal('price'),
    unit: z.enum(priceUnits, { error: 'The price changes by percent or rupees.' }),
    /** Below zero it gets cheaper. */
    by: numberInput(
      z
        .number({ error: byError })
        .refine((by) => by !== 0, byError)
        .refine((by) => Math.abs(by * 100 - Math.round(by * 100)) < 1e-6, {
          error: 'A price changes by at most two decimals.',
        }),
    ),
  })
  .refine(({ unit, by }) => unit !== 'rupees' || Math.abs(by) <= priceRange.max, {
    path: ['by'],
    error: `A price changes by at most ${formatNumber(priceRange.max)} rupees.`,
  })
  .refine(
    ({ unit, by }) => unit !== 'percent' || (by >= percentRange.min && by <= percentRange.max),
    {
      path: ['by'],
      error: `A price changes by ${percentRange.min} to ${formatNumber(percentRange.max)} percent.`,
    },
  )

/**
 * - `price`: rounded as predictions are
 * - `stock`: the number of free copies
 * - `sold`: one free copy less, because it was sold elsewhere
 * - `deleted`: can't be undone
 */
export const BookChange = z.discriminatedUnion(
  'kind',
  [
    PriceChange,
    z.object({ kind: z.literal('stock'), to: numberInput(integer('Stock', 0, maxCopies)) }),
    z.object({ kind: z.literal('sold') }),
    z.object({ kind: z.literal('branch'), branch: Branch }),
    z.object({
      kind: z.literal('shelfCode'),
      shelfCode: blankAsAbsent(singleLine('Shelf code', maxLength.shelfCode)),
    }),
    z.object({ kind: z.literal('hidden'), isHidden: booleanInput('Hidden') }),
    z.object({ kind: z.literal('deleted') }),
  ],
  { error: 'Say what to change about the books.' },
)
export type BookChange = z.output<typeof BookChange>

/** Either `ids`, or `found` with `expected`. */
export const ChosenBooks = z.object({
  ids: BookIds.optional(),
  /** Chooses all own books that fit these filters, but `except`. */
  found: z.object(OwnBookFilters.shape, { error: 'Filters have names and values.' }).optional(),
  except: BookIds.optional(),
  /**
   * How many books the filters find, those in `except` included. If there are more or fewer, none is
   * changed.
   */
  expected: numberInput(integer('The number of books', 0, maxChangedBooks)).optional(),
})
export type ChosenBooks = z.output<typeof ChosenBooks>

export const changeManyBooks = endpoint({
  method: 'POST',
  path: '/books/seller/changes',
  summary: `Changes up to ${formatNumber(maxChangedBooks)} of the seller’s own books, all or none. If some can’t be changed, \`fields\` says why, by the book’s id.`,
  access: ['seller'],
  apiTokens: true,
  input: ChosenBooks.extend({ change: BookChange })
    .refine(({ ids, found }) => (ids === undefined) !== (found === undefined), {
      path: ['ids'],
      error: 'Choose books by their ids or by filters.',
    })
    .refine(({ found, expected }) => found === undefined || expected !== undefined, {
      path: ['expected'],
      error: 'Say how many books the filters find.',
    }),
  response: z.object({
    _id: Id,
    message: z.string(),
    /** How many books are different now. */
    changed: z.number(),
    /** How many copies are free now, if the stock of one book was changed. */
    available: z.number().optional(),
    can: z.array(z.enum(['undo'])),
  }),
  status: 201,
  creates: true,
  expensive: true,
  changes: ['books', 'chats', 'reports', 'removals'],
})

export const undoBookChanges = endpoint({
  method: 'PUT',
  path: '/books/seller/changes/{id}/undo',
  summary:
    'Undoes one of the last 20 changes of several books, within a day, all or none. Refuses if one of them has changed since.',
  access: ['seller'],
  apiTokens: true,
  input: z.object({ id: Id }),
  response: MessageResponse,
  expensive: true,
  changes: ['books', 'chats', 'reports'],
})
