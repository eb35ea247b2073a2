// An exchange is an offer in which the buyer gives books, too.
import { z } from 'zod'
import { Book } from '#contract/books/books.ts'
import { ListingChange } from '#contract/books/listing-changes.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { maxExchangeBooks, maxOfferAmount } from '#contract/common/limits.ts'
import { blankAsAbsent, Id, integer, Money, numberInput, Search } from '#contract/common/schemas.ts'

const ExchangedBook = Book.pick({ _id: true, title: true, images: true, price: true })

export const OfferedExchange = z.object({
  /** The buyer's books. The seller's books are the `items` of the offer. */
  items: z.array(
    z.object({
      /** The book as it is listed now. */
      book: ExchangedBook,
      value: Money,
      available: z.number(),
      /** Whether the listing was edited since the offer, which prevents accepting the offer. */
      hasChanged: z.boolean().optional(),
      /** Means the same as in the `items` of an offer. */
      changedBefore: z.array(ListingChange).optional(),
    }),
  ),
  /** The cash difference in rupees. */
  topUp: Money,
  topUpBy: z.enum(sides).optional(),
  /** The seller's contact details, because the seller gets books too. */
  deliveryAddress: z.string().optional(),
  phoneNumber: z.string().optional(),
  exchangeId: Id.optional(),
})
export type OfferedExchange = z.output<typeof OfferedExchange>

/** The version of the listing that the caller saw. The server refuses outdated versions. */
export const ListingVersion = blankAsAbsent(z.string().max(64))

export const ExchangeInput = z.object(
  {
    items: z
      .array(
        z.object({ bookId: Id, listingVersion: ListingVersion }, { error: 'Choose a book.' }),
        {
          error: 'Choose at least one book.',
        },
      )
      .min(1, 'Choose at least one book.')
      .max(maxExchangeBooks, `Each side can give at most ${maxExchangeBooks} books.`),
    topUp: numberInput(integer('The amount on top', 0, maxOfferAmount)),
    topUpBy: blankAsAbsent(z.enum(sides, { error: 'Say who pays the rupees on top.' })),
  },
  { error: 'A swap has books and rupees on top.' },
)
export type ExchangeInput = z.output<typeof ExchangeInput>

type CheckedOffer = {
  orderType: string
  extendsOrderId?: string | undefined
  items: readonly { bookId: string; copies: number }[]
  exchange?: ExchangeInput | undefined
}

export function checkExchange(
  { orderType, extendsOrderId, items, exchange }: CheckedOffer,
  context: z.core.$RefinementCtx,
): void {
  if (!exchange) return
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  if (orderType !== 'purchase' || extendsOrderId !== undefined)
    refuse(['orderType'], 'Only books that change hands for good can be swapped.')
  if (items.some(({ copies }) => copies > 1))
    refuse(['items'], 'One copy of each book can be swapped.')
  if (items.length > maxExchangeBooks)
    refuse(['items'], `Each side can give at most ${maxExchangeBooks} books.`)
  const ids = [...items, ...exchange.items].map(({ bookId }) => bookId)
  if (new Set(ids).size < ids.length)
    refuse(['exchange', 'items'], 'A book can be in a swap only once.')
  if (exchange.topUp > 0 && exchange.topUpBy === undefined)
    refuse(['exchange', 'topUpBy'], 'Say who pays the rupees on top.')
}

export const ExchangeableBook = ExchangedBook.extend({
  author: z.string(),
  /** The asking price in whole rupees. */
  value: Money,
  listingVersion: z.string(),
  handOvers: z.array(z.enum(handOvers)).optional(),
})
export type ExchangeableBook = z.output<typeof ExchangeableBook>

export const listExchangeableBooks = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/exchangeable/{side}',
  summary:
    'Lists up to 20 books that one side of a chat could give in an exchange, the chat’s book first. The seller gets the buyer’s books only after the buyer has offered an exchange in this chat.',
  access: sides,
  ownerOnly: true,
  input: z.object({
    chatId: Id,
    side: z.enum(sides, { error: 'The side is buyer or seller.' }),
    search: Search,
  }),
  response: z.array(ExchangeableBook),
  reads: ['books', 'chats', 'offers'],
})
