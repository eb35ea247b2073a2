// Accepts an offer of an exchange.
import { AppError } from '#contract/common/error-catalog.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import type { Participant } from '#server/chats/store.ts'
import {
  type Agreement,
  agreeOnExchange,
  lockForExchange,
} from '#server/exchanges/create-exchange.ts'
import { selectItems } from '#server/offers/items.ts'
import {
  type LockedOffer,
  noContact,
  type OfferContact,
  settleOffer,
} from '#server/offers/store.ts'
import { agreedText } from '#server/offers/texts.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { findGiver } from './terms.ts'

type Offer = Pick<LockedOffer['offer'], 'id' | 'top_up' | 'hand_over' | 'meeting_point'>
type Chat = Pick<LockedOffer['chat'], 'id' | 'buyer_id' | 'seller_id'>

async function agreementOf(
  db: Db,
  { offer, chat }: { offer: Offer; chat: Chat },
  contact: OfferContact,
  byId: string,
): Promise<Agreement> {
  const items = await selectItems(db, [offer.id])
  // Falls back to the buyer account, because either account identifies the person.
  const giver = (await findGiver(db, chat))?.id ?? chat.buyer_id
  const topUp = offer.top_up ?? 0
  const payerId = topUp > 0 ? chat.buyer_id : chat.seller_id
  return {
    offerId: offer.id,
    chatId: chat.id,
    legs: items.map((item) => {
      const leg = {
        bookId: item.book_id,
        title: item.title,
        value: item.value ?? item.asking_price,
        askingPrice: item.asking_price,
        handOver: offer.hand_over,
        place: offer.hand_over === 'meet' ? offer.meeting_point : null,
      }
      return item.given_by === 'seller'
        ? {
            ...leg,
            giverId: chat.seller_id,
            receiverId: chat.buyer_id,
            deliveryAddress: contact.delivery_address,
            phoneNumber: contact.phone_number,
          }
        : {
            ...leg,
            giverId: giver,
            receiverId: chat.seller_id,
            deliveryAddress: contact.seller_delivery_address,
            phoneNumber: contact.seller_phone_number,
          }
    }),
    payment: topUp === 0 ? undefined : { payerId, amount: Math.abs(topUp) },
    byId,
  }
}

type ExchangeLocks = Awaited<ReturnType<typeof lockForExchange>>

/** Takes the locks that an offered exchange needs before its chat is locked. */
export async function lockOfferedExchange(
  db: Db,
  { accountId, side }: Participant,
  offerId: string,
): Promise<ExchangeLocks | undefined> {
  const found = await db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'chat_id')
    .select(['offers.id', 'top_up', 'hand_over', 'meeting_point'])
    .select(['chats.id as chat_id', 'chats.buyer_id', 'chats.seller_id'])
    .where('offers.id', '=', offerId)
    .where('offers.status', '=', 'open')
    .where(`chats.${side}_id`, '=', accountId)
    .where('top_up', 'is not', null)
    .executeTakeFirst()
  if (!found) return undefined
  const chat = { id: found.chat_id, buyer_id: found.buyer_id, seller_id: found.seller_id }
  return lockForExchange(db, await agreementOf(db, { offer: found, chat }, noContact, accountId))
}

type Items = Awaited<ReturnType<typeof selectItems>>
type Accepted = {
  contact: OfferContact
  locks: ExchangeLocks | undefined
}

/**
 * Creates the exchange of an accepted offer. Throws chat_read_only, book_gone,
 * offered_book_changed.
 */
export async function acceptExchange(
  db: Db,
  me: Participant,
  locked: LockedOffer,
  { contact, locks }: Accepted,
  now: Date,
) {
  const { offer, chat } = locked
  // There are no locks if the offer was inserted after they were taken. The transaction starts
  // again.
  if (!locks) throw new TransactionConflict()
  const agreement = await agreementOf(db, locked, contact, me.accountId)
  const agreed = await agreeOnExchange(db, agreement, locks, now)
  // The books are locked, so nobody can edit them after this check.
  const items = await selectItems(db, [offer.id])
  if (items.some(({ has_changed }) => has_changed)) throw new AppError('offered_book_changed')
  await settleOffer(db, offer.id, 'accepted', now, contact)
  const of = (side: Items[number]['given_by']) => items.filter(({ given_by }) => given_by === side)
  const books = { seller: of('seller'), buyer: of('buyer') }
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: agreedText(books, offer.top_up ?? 0, agreed.orderIds),
    unreadFor: [offer.made_by],
    now,
    meetingId: agreed.meetingOfChat.get(chat.id),
  })
  const { orderIds, exchangeId, messages } = agreed
  return { message, orderIds, exchange: { exchangeId, messages } }
}
