import type { Side } from '#contract/common/endpoint.ts'
import { shortOrderId } from '#contract/orders/orders.ts'

const reasonSentence = (reason: string | undefined) =>
  reason === undefined ? '' : ` Reason: ${reason}`

/** The System message in the chats about a removed book. */
export const bookRemovedMessage = (reason: string | undefined): string =>
  `An admin took this book off the market.${reasonSentence(reason)}`

export const bookRemovedText = (title: string, reason: string | undefined): string =>
  `An admin took '${title}' off the market.${reasonSentence(reason)}`

/** The notification of a removed review's author. */
export const reviewRemovedText = (title: string, reason: string): string =>
  `An admin removed your rating of '${title}'.${reasonSentence(reason)}`

/** The System message to the other side of a blocked account's open order. */
export const openOrderText = (
  { id, book_title }: { id: string; book_title: string },
  blocked: Side,
): string =>
  `Order ${shortOrderId(id)} (${book_title}): the ${blocked}’s account was blocked by Dobara. You can still finish or cancel this order.`
