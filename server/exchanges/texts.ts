import type { Side } from '#contract/common/endpoint.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import type { ExchangeCaseReason } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { orderLabel } from '#server/orders/texts.ts'

type Titled = { title: string }

const titlesText = (books: readonly Titled[]): string => books.map(({ title }) => title).join(', ')

/** 'Optics for Waves, and the buyer pays ₹100'; `topUp` in paise, below zero the seller's. */
export function swapText(
  { seller, buyer }: { seller: readonly Titled[]; buyer: readonly Titled[] },
  topUp: number,
): string {
  const books = `${titlesText(seller)} for ${titlesText(buyer)}`
  if (topUp === 0) return books
  return `${books}, and the ${topUp > 0 ? 'buyer' : 'seller'} pays ${formatRupees(Math.abs(topUp))}`
}

const exchangeLabel = (id: string): string => `Exchange ${shortOrderId(id)}`

/** For the chats of the other books; `paid` is a cash difference in paise. */
export function legText(
  exchangeId: string,
  order: { id: string; book_title: string },
  paid?: { by: Side; amount: number },
): string {
  const terms = paid
    ? `the ${paid.by} pays ${formatRupees(paid.amount)} on top`
    : 'nothing is paid for it'
  return `${orderLabel(order)} is part of exchange ${shortOrderId(exchangeId)}: ${terms}.`
}

export const accountOpenedText = (role: Side): string =>
  role === 'buyer'
    ? 'A buyer account was opened for you, with the same email and password: the books that you get in exchanges stand there.'
    : 'A seller account was opened for you, with the same email and password: the books that you give in exchanges stand there.'

type Payment = { id: string; amount: number; back: boolean; isPayer: boolean; who: string }
/** What one who pays it, or gets it, says of a payment; `who` as a sentence begins: 'The buyer'. */
export function paymentText(
  action: 'say-paid' | 'take-back' | 'say-received',
  { id, amount, back, isPayer, who }: Payment,
): string {
  const rupees = formatRupees(amount)
  const verb = back ? 'given back' : 'paid'
  const text = {
    'say-paid': `${who} says that ${rupees} was ${verb}`,
    'take-back': `${who} no longer says that ${rupees} was ${isPayer ? verb : 'received'}`,
    'say-received': back ? `${who} has got back ${rupees}` : `${who} has received ${rupees}`,
  }[action]
  return `${text} (exchange ${shortOrderId(id)}).`
}

type CaseOrder = { id: string; book_title: string; is_another_given: boolean }
/** A book that was only sent isn't handed over. */
export function caseText(exchangeId: string, reason: ExchangeCaseReason, order: CaseOrder): string {
  const [late, first] = order.is_another_given ? ['come', 'handed over'] : ['been sent', 'sent']
  const what =
    reason === 'missing'
      ? `hasn’t ${late}, a week after the first book was ${first}`
      : 'was cancelled after another book had been handed over'
  return `${exchangeLabel(exchangeId)}: ${orderLabel(order)} ${what}. An admin is looking into it.`
}

export const caseSettledText = (exchangeId: string, note: string): string =>
  `An admin has looked into exchange ${shortOrderId(exchangeId)}: ${note}`

export const caseAboutText = (exchangeId: string, title: string): string =>
  `${exchangeLabel(exchangeId)} (${title})`

/** Why somebody can do nothing in their exchange. */
export const accountBlockedText = (side: Side): string =>
  `Your ${side} account is blocked or deleted.`
