import { z } from 'zod'
import { Isbn } from '#contract/books/book-forms.ts'
import { Book } from '#contract/books/books.ts'
import { ConditionInput, conditions } from '#contract/books/conditions.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { maxLength, priceRange } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  formatRupees,
  Id,
  IsoDateTime,
  idAsWritten,
  MessageResponse,
  Money,
  numberInput,
  singleLine,
  toPaise,
} from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { OwnPlace, PinCode } from '#contract/places.ts'

/** How many titles a person can want at once, and how many one call can add. */
export const maxWants = 100
const maxAddedWants = 40
/** The distances to choose from, in straight-line kilometres. */
export const wantDistancesKm = [5, 10, 25, 50, 100] as const

const withinMessage = `A distance is ${wantDistancesKm.join(', ')} kilometres.`
const onTopParams = {
  error: () => `Rupees on top are a whole number, up to ${formatRupees(toPaise(priceRange.max))}.`,
}

/**
 * `swap`: the person would also give a book in exchange, and pay at most `mostOnTop` rupees on top.
 * If `withinKm` is missing, the copy may be anywhere.
 */
const limitFields = {
  swap: blankAsAbsent(booleanInput('Swap')),
  worstCondition: blankAsAbsent(ConditionInput),
  mostOnTop: blankAsAbsent(
    numberInput(
      z.number(onTopParams).int(onTopParams).min(0, onTopParams).max(priceRange.max, onTopParams),
    ),
  ),
  withinKm: blankAsAbsent(
    numberInput(
      z
        .number(withinMessage)
        .refine((km) => wantDistancesKm.some((distance) => distance === km), withinMessage),
    ),
  ),
  /** The person's place, for all their wants. Required for distances. */
  pinCode: blankAsAbsent(PinCode),
}

/** The title and author may be left out if the ISBN is known. */
export const WantedTitle = z.object(
  {
    title: blankAsAbsent(singleLine('Title', maxLength.title)),
    author: blankAsAbsent(singleLine('Author', maxLength.author)),
    isbn: blankAsAbsent(Isbn),
  },
  { error: 'Choose a title.' },
)
export type WantedTitle = z.output<typeof WantedTitle>

export const Reservation = z.object({
  _id: Id,
  book: Book.pick({
    _id: true,
    title: true,
    author: true,
    images: true,
    price: true,
    condition: true,
  }).extend({ seller: Book.shape.seller.omit({ _id: true }) }),
  until: IsoDateTime,
  /** True if the reservation was extended, because an offer for the copy waits for an answer. */
  hasOpenOffer: z.boolean(),
})
export type Reservation = z.output<typeof Reservation>

export const Want = z.object({
  _id: Id,
  title: z.string(),
  author: z.string(),
  isbn: z.string().optional(),
  branch: z.string().optional(),
  swap: z.boolean(),
  worstCondition: z.enum(conditions),
  mostOnTop: Money,
  withinKm: z.number().optional(),
  /** Determines the place in the title's queue: people who have waited longer come first. */
  createdAt: IsoDateTime,
  /** How many people want the title, including this person. */
  people: z.number(),
  /** How many copies are open to exchange and within the limits of the want. */
  copies: z.number(),
  reserved: Reservation.optional(),
  /**
   * The order that brings or brought the title. While it is set, the person doesn't wait for a copy
   * and isn't counted. When a rental is returned, they wait again.
   */
  order: z
    .object({
      _id: Id,
      exchangeId: Id.optional(),
      state: z.enum(['coming', 'received', 'rented']),
    })
    .optional(),
  ring: WaitingRing.optional(),
})
export type Want = z.output<typeof Want>

const WantId = z.object({
  id: z.uuid({ error: errorWithCode('want_not_found') }).overwrite(idAsWritten),
})

export const listWants = endpoint({
  method: 'GET',
  path: '/wants',
  summary:
    'Lists the titles that the caller wants, most recently added first. Both of their accounts share the list, and nobody else can read it.',
  access: sides,
  ownerOnly: true,
  input: z.object({}),
  response: z.object({
    wants: z.array(Want),
    /** Where distances start. `isSellers` means the place of their seller account. */
    place: OwnPlace.extend({ isSellers: z.boolean() }).optional(),
    /** The person's newest books open to exchange, and how many such books there are. */
    gives: z
      .object({ total: z.number(), books: z.array(z.object({ _id: Id, title: z.string() })) })
      .optional(),
  }),
  reads: ['wants', 'blocks', 'books', 'accounts', 'orders'],
})

export const addWants = endpoint({
  method: 'PUT',
  path: '/wants',
  summary:
    'Adds titles to the caller’s wants. Titles that are already wanted stay unchanged. Unless given otherwise, a want accepts swaps, copies in average condition or better, and no rupees on top.',
  access: sides,
  ownerOnly: true,
  input: z.object({
    titles: z
      .array(WantedTitle, { error: 'Choose a title.' })
      .min(1, 'Choose a title.')
      .max(maxAddedWants, `Add at most ${maxAddedWants} titles in one go.`),
    ...limitFields,
  }),
  response: z.object({
    added: z.number(),
    /** How many of the titles the person already wanted. */
    kept: z.number(),
  }),
  changes: ['wants'],
})

export const updateWant = endpoint({
  method: 'PUT',
  path: '/wants/{id}',
  summary: 'Changes the limits of a want, which keeps its place in the queue.',
  access: sides,
  ownerOnly: true,
  input: WantId.extend(limitFields),
  response: MessageResponse,
  changes: ['wants'],
})

export const wantAnother = endpoint({
  method: 'PUT',
  path: '/wants/{id}/another',
  summary: 'Lets the caller wait for another copy of a title that they have got.',
  access: sides,
  ownerOnly: true,
  input: WantId,
  response: MessageResponse,
  changes: ['wants'],
})

export const removeWant = endpoint({
  method: 'DELETE',
  path: '/wants/{id}',
  summary: 'Removes a want and its place in the queue.',
  access: sides,
  ownerOnly: true,
  input: WantId,
  response: MessageResponse,
  changes: ['wants'],
})

export const declineReservation = endpoint({
  method: 'PUT',
  path: '/wants/reservations/{id}/decline',
  summary:
    'Declines a copy that is reserved for the caller, and passes it to the next person. The caller keeps their place for other listings.',
  access: sides,
  ownerOnly: true,
  input: z.object({
    id: z.uuid({ error: errorWithCode('reservation_not_found') }).overwrite(idAsWritten),
  }),
  response: MessageResponse,
  changes: ['wants', 'books', 'chats'],
})
