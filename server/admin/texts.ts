import type { Side } from '#contract/common/endpoint.ts'
import { shortOrderId } from '#contract/orders/orders.ts'

const reasonSentence = (reason: string | undefined) =>
  reason === undefined ? '' : ` Reason: ${reason}`

export const bookRemovedMessage = (reason: string | undefined): string =>
  `An admin took this book off the market.${reasonSentence(reason)}`

export const bookRemovedText = (title: string, reason: string | undefined): string =>
  `An admin took '${title}' off the market.${reasonSentence(reason)}`

export const reviewRemovedText = (title: string, reason: string): string =>
  `An admin removed your rating of '${title}'.${reasonSentence(reason)}`

export const openOrderText = (
  { id, book_title }: { id: string; book_title: string },
  blocked: Side,
): string =>
  `Order ${shortOrderId(id)} (${book_title}): the ${blocked}’s account was blocked by Dobara. You can still finish or cancel this order.`
