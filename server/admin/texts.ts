import type { Side } from '#contract/common/endpoint.ts'
import { type OrderStatus, shortOrderId } from '#contract/orders/orders.ts'

const reasonSentence = (reason: string | undefined) =>
  reason === undefined ? '' : ` Reason: ${reason}`

export const bookRemovedMessage = (reason: string | undefined): string =>
  `An admin took this book off the market.${reasonSentence(reason)}`

export const bookRemovedText = (title: string, reason: string | undefined): string =>
  `An admin took '${title}' off the market.${reasonSentence(reason)}`

export const reviewRemovedText = (title: string, reason: string): string =>
  `An admin removed your rating of '${title}'.${reasonSentence(reason)}`

type AffectedOrder = {
  id: string
  book_title: string
  status: OrderStatus
  order_type: 'rent' | 'purchase'
  /** False if the order is listed only because of an open problem. */
  is_open: boolean
}

const orderLabel = ({ id, book_title }: AffectedOrder) =>
  `Order ${shortOrderId(id)} (${book_title})`

function whatToDo({ status, is_open }: AffectedOrder, blocked: Side): string {
  if (!is_open)
    return blocked === 'seller'
      ? 'Say on your order if the problem is solved; otherwise our team decides about it.'
      : 'Our team decides about the open problem.'
  const begin = 'You can still finish or cancel this order by yourself.'
  if (status === 'Delivered')
    return blocked === 'seller'
      ? 'You can still finish this order by yourself: once the book is back, press “I’ve returned it”.'
      : 'You can still finish this order by yourself: once the book is back, press “Mark returned”.'
  return blocked === 'seller'
    ? `${begin} If you have the book, press “I have received it”; if not, press “Cancel order”, and pay nothing more.`
    : `${begin} If the buyer has the book, set the order to Delivered; if not, set it to Cancelled, and send nothing more.`
}

/** Sent to the other side of an open order when an admin blocks an account. */
export const blockedOrderText = (order: AffectedOrder, blocked: Side): string =>
  `${orderLabel(order)}: the ${blocked}’s account was blocked by Dobara. ${whatToDo(order, blocked)}`

export const unblockedOrderText = (order: AffectedOrder, unblocked: Side): string =>
  `${orderLabel(order)}: the ${unblocked}’s account isn’t blocked any more. You can write to each other again, and the order goes on as before.`

export const awaitsReleaseReason =
  'Your account was blocked. Our team checks the listing before buyers see it again.'

export const releasedText = (count: number): string =>
  count === 1
    ? 'An admin released your listing. Buyers see it again.'
    : `An admin released ${count} of your listings. Buyers see them again.`

export const secondFactorText = 'Two-factor login was set up. Please log in again.'
