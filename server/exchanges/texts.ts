import { formatClockTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { ringAnswerHours } from '#contract/common/limits.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import type { ExchangeCaseReason, ExchangePayment, RingEnd } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { orderLabel } from '#server/orders/texts.ts'

type Titled = { title: string }

const titlesText = (books: readonly Titled[]): string => books.map(({ title }) => title).join(', ')

/**
 * Returns, for example, 'Optics for Waves, and the buyer pays ₹100'. `topUp` is in paise; if it is
 * negative, the seller pays.
 */
export function swapText(
  { seller, buyer }: { seller: readonly Titled[]; buyer: readonly Titled[] },
  topUp: number,
): string {
  const books = `${titlesText(seller)} for ${titlesText(buyer)}`
  if (topUp === 0) return books
  return `${books}, and the ${topUp > 0 ? 'buyer' : 'seller'} pays ${formatRupees(Math.abs(topUp))}`
}

/**
 * The message in an exchange's chats, except the chat in which it was agreed on. `topUp` is in
 * paise.
 */
export function legText(
  exchangeId: string,
  order: { id: string; book_title: string },
  topUp?: { by: Side; amount: number } | 'none',
): string {
  const part = `${orderLabel(order)} is part of swap ${shortOrderId(exchangeId)}`
  if (topUp === undefined) return `${part}.`
  return topUp === 'none'
    ? `${part}: nothing is paid for it.`
    : `${part}: the ${topUp.by} pays ${formatRupees(topUp.amount)} on top.`
}

export const accountOpenedText = (role: Side): string =>
  `A ${role} account was opened for you, with the same email and password. There you find the books that you ${role === 'buyer' ? 'get' : 'give'} in swaps.`

export const accountBlockedText = (side: Side): string =>
  `Your ${side} account is blocked or deleted.`

type Payment = { id: string; amount: number; back: boolean; isPayer: boolean }
/** The text of a payer's or payee's report, to be shown after 'The buyer' or a name. */
export function paymentLine(
  action: ExchangePayment['can'][number],
  { id, amount, back, isPayer }: Payment,
): string {
  const rupees = formatRupees(amount)
  const verb = back ? 'given back' : 'paid'
  const line = {
    'say-paid': `says that ${rupees} was ${verb}`,
    'take-back': `no longer says that ${rupees} was ${isPayer ? verb : 'received'}`,
    'say-received': back ? `has got back ${rupees}` : `has received ${rupees}`,
  }[action]
  return `${line} (swap ${shortOrderId(id)}).`
}

const verbsOfYou: Record<string, string> = { has: 'have', says: 'say' }

/** Turns a line that is shown after a member's name into one for that member: 'You have …'. */
export const toYou = (line: string): string =>
  `You ${line.replace(/^(no longer )?(has|says)\b/, (_, no = '', verb: string) => `${no}${verbsOfYou[verb]}`)}`

type CaseOrder = { id: string; book_title: string; is_another_given: boolean }
export function caseText(exchangeId: string, reason: ExchangeCaseReason, order: CaseOrder): string {
  const [late, first] = order.is_another_given ? ['come', 'handed over'] : ['been sent', 'sent']
  const what =
    reason === 'missing'
      ? `hasn’t ${late}, a week after the first book was ${first}`
      : `was cancelled after another book had been ${first}`
  return `Swap ${shortOrderId(exchangeId)}: ${orderLabel(order)} ${what}. An admin is looking into it.`
}

export const caseSettledText = (exchangeId: string, note: string): string =>
  `An admin has looked into swap ${shortOrderId(exchangeId)}: ${note}`

export const caseAboutText = (exchangeId: string, title: string): string =>
  `Swap ${shortOrderId(exchangeId)} (${title})`

type Proposed = { gives: string; gets: string; people: number; pays: number }
/** `pays` is in paise; negative if the member gets money. */
export function proposedText({ gives, gets, people, pays }: Proposed): string {
  const rupees = formatRupees(Math.abs(pays))
  const money = pays === 0 ? '' : ` You would ${pays > 0 ? 'pay' : 'get'} ${rupees} on top.`
  return `We found a swap between ${people} people: you give “${gives}” and get “${gets}”.${money} Please answer within ${ringAnswerHours} hours.`
}

export const reminderText = (expiresAt: Date): string =>
  `Your swap ends at ${formatClockTime(expiresAt)}: say yes or no.`

/** Shown after the name of the member who accepted. */
export const acceptedLine = (left: number): string =>
  left === 0
    ? 'has accepted: the swap is agreed.'
    : `has accepted; ${left === 1 ? 'one answer is' : `${left} answers are`} missing.`

export const agreedText = (exchangeId: string): string =>
  `Everybody has accepted: swap ${shortOrderId(exchangeId)} is agreed. See what comes next.`

export const cancelledLine = 'has cancelled the swap.'
export const cancelledByAdminLine = 'An admin has cancelled the swap.'

const endings: Record<RingEnd, string> = {
  declined: 'somebody declined',
  lapsed: 'not everybody answered in time',
  changed: 'a book or a want in it has changed',
}

export const endedLine = (because: RingEnd): string => `The swap has ended: ${endings[because]}.`
export const endedText = (because: RingEnd): string =>
  `A swap that we found for you has ended: ${endings[because]}. We’ll keep looking.`

export const wroteText = 'There is a new message in the chat of your swap.'
