import { z } from 'zod'
import { Book } from '#contract/books/books.ts'
import { ListingChange } from '#contract/books/listing-changes.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import {
  maxLength,
  maxOfferAmount,
  maxOfferBooks,
  maxOfferCopies,
  maxRentDays,
} from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  IsoDate,
  IsoDateTime,
  integer,
  Money,
  multiLine,
  numberInput,
  Phone,
  priceInput,
  Search,
  singleLine,
} from '#contract/common/schemas.ts'
import {
  checkExchange,
  ExchangeInput,
  ListingVersion,
  OfferedExchange,
} from '#contract/exchanges/exchange-offers.ts'
import { OrderType, orderTypes } from './order-form.ts'

export const offerStatuses = [
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'countered',
  'expired',
] as const
/** `renew` repeats the offer for the edited listing: POST /offers with `replaces`. */
export const offerActions = ['accept', 'decline', 'counter', 'withdraw', 'renew'] as const

export const Offer = z.object({
  _id: Id,
  chatId: Id,
  by: z.enum(sides),
  extendsOrderId: Id.optional(),
  orderType: z.enum(orderTypes),
  /** For all copies. For a rental, `amount` is per day and `total` is for all days. */
  amount: Money,
  total: Money,
  /** The sum of the asking prices at the time of the offer, computed like `total`. */
  askingTotal: Money,
  firstDay: z.string().optional(),
  lastDay: z.string().optional(),
  days: z.number().optional(),
  items: z.array(
    z.object({
      /** The book as it is listed now. */
      book: Book.pick({
        _id: true,
        title: true,
        images: true,
        price: true,
        rentPrice: true,
        rentDeposit: true,
        lateFee: true,
      }),
      copies: z.number(),
      /** For one copy; for a rental, per day. */
      askingPrice: Money,
      value: Money.optional(),
      available: z.number(),
      hasChanged: z.boolean().optional(),
      /**
       * Edits of the listing since the offer was made; they prevent accepting it. `listingVersion`
       * is the current version.
       */
      changes: z.array(ListingChange).optional(),
      listingVersion: z.string().optional(),
      /**
       * Edits since the version that the offer's receiver last offered or, if they offered none,
       * first saw.
       */
      changedBefore: z.array(ListingChange).optional(),
    }),
  ),
  /** For an exchange: what the buyer gives. `amount` is then the value of the seller's books. */
  exchange: OfferedExchange.optional(),
  /** The terms of a rental, for all copies: deposit, fee per late day, and price of a lost copy. */
  deposit: Money.optional(),
  lateFee: Money.optional(),
  lossPrice: Money.optional(),
  handOver: z.enum(handOvers),
  meetingPoint: z.string().optional(),
  /** The buyer's contact details, shown to both sides while the offer is open or accepted. */
  deliveryAddress: z.string().optional(),
  phoneNumber: z.string().optional(),
  status: z.enum(offerStatuses),
  createdAt: IsoDateTime,
  expiresAt: IsoDateTime,
  settledAt: IsoDateTime.optional(),
  orders: z.array(Id),
  can: z.array(z.enum(offerActions)),
})
export type Offer = z.output<typeof Offer>

const amountRequired = 'Amount is required.'
const Amount = priceInput('Amount', amountRequired, maxOfferAmount)

export const contactFields = {
  deliveryAddress: blankAsAbsent(multiLine('Delivery address', maxLength.address)),
  phoneNumber: blankAsAbsent(Phone),
  keepAddress: blankAsAbsent(booleanInput('keepAddress')),
}

export const OfferInput = z
  .object({
    chatId: Id,
    replaces: blankAsAbsent(Id),
    /** The rental that the offer extends. `days` and `amount` (per day) are for the added days. */
    extendsOrderId: blankAsAbsent(Id),
    orderType: OrderType,
    /** Required, except in an exchange, where it follows from the values of the books. */
    amount: blankAsAbsent(numberInput(Amount)),
    firstDay: blankAsAbsent(IsoDate),
    days: blankAsAbsent(numberInput(integer('The number of days', 1, maxRentDays))),
    items: z
      .array(
        z.object(
          {
            bookId: Id,
            copies: numberInput(integer('Copies', 1, maxOfferCopies)),
            listingVersion: ListingVersion,
          },
          { error: 'Choose a book and a number of copies.' },
        ),
        { error: 'Choose at least one book.' },
      )
      .min(1, 'Choose at least one book.')
      .max(maxOfferBooks, `An offer can have at most ${maxOfferBooks} books.`),
    exchange: blankAsAbsent(ExchangeInput),
    handOver: z.enum(handOvers, { error: 'Choose how the book changes hands.' }),
    meetingPoint: blankAsAbsent(singleLine('Meeting point', maxLength.meetingPoint)),
    ...contactFields,
  })
  .superRefine((offer, context) => {
    const { orderType, days, items, extendsOrderId, amount, exchange } = offer
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (amount === undefined && exchange === undefined) refuse('amount', amountRequired)
    if (extendsOrderId !== undefined && orderType !== 'rent')
      refuse('orderType', 'Only a rent can be extended.')
    if (orderType === 'rent' && days === undefined)
      refuse('days', 'The number of days is required.')
    if (new Set(items.map(({ bookId }) => bookId)).size < items.length)
      refuse('items', 'A book can be in an offer only once.')
    if (items.reduce((sum, { copies }) => sum + copies, 0) > maxOfferCopies)
      refuse('items', `An offer can be about at most ${maxOfferCopies} copies.`)
    checkExchange(offer, context)
  })
export type OfferInput = z.output<typeof OfferInput>

const OfferIdInput = z.object({ offerId: Id })

export const listOffers = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/offers',
  summary: 'Lists the latest 100 offers of a chat, oldest first.',
  access: sides,
  input: z.object({ chatId: Id }),
  response: z.array(Offer),
  reads: ['offers', 'books', 'chats'],
})

export const makeOffer = endpoint({
  method: 'POST',
  path: '/offers',
  summary: 'Makes an offer in a chat, or answers the other side’s offer with a counteroffer.',
  access: sides,
  ownerOnly: ['exchange'],
  input: OfferInput,
  response: Offer,
  status: 201,
  creates: true,
  changes: ['offers', 'addresses', 'chats'],
})

export const acceptOffer = endpoint({
  method: 'PUT',
  path: '/offers/{offerId}/accept',
  summary:
    'Accepts an offer. This reserves its copies and creates an order for each, agreed to by both sides. An offer to extend a rental changes that order instead.',
  access: sides,
  input: OfferIdInput.extend(contactFields),
  response: Offer,
  changes: ['offers', 'orders', 'addresses', 'books', 'chats', 'reports'],
})

const end = {
  method: 'PUT',
  access: sides,
  input: OfferIdInput,
  response: Offer,
  changes: ['offers', 'chats'],
} as const

export const declineOffer = endpoint({
  ...end,
  path: '/offers/{offerId}/decline',
  summary: "Declines the other side's offer.",
})

export const withdrawOffer = endpoint({
  ...end,
  path: '/offers/{offerId}/withdraw',
  summary: "Withdraws the caller's own offer.",
})

export const OfferBook = Book.pick({
  _id: true,
  title: true,
  author: true,
  bookType: true,
  condition: true,
  images: true,
  price: true,
  rentPrice: true,
  rentDeposit: true,
  lateFee: true,
  available: true,
  handOvers: true,
}).extend({
  /** A hash that changes with every edit that matters to an offer. */
  listingVersion: z.string(),
})
export type OfferBook = z.output<typeof OfferBook>

export const listOfferBooks = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/books',
  summary:
    'Lists up to 20 books of the chat’s seller that can be ordered now, the chat’s book first.',
  access: sides,
  input: z.object({ chatId: Id, search: Search }),
  response: z.array(OfferBook),
  reads: ['books', 'chats'],
})
