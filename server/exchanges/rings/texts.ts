import { formatClockTime } from '#contract/common/dates.ts'
import { ringAnswerHours } from '#contract/common/policy.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import type { RingEnd } from '#contract/exchanges/exchanges.ts'
import { type OrderStatus, shortOrderId } from '#contract/orders/orders.ts'

const sizes = ['two', 'three', 'four', 'five']
const ringOf = (people: number): string => `a ring of ${sizes[people - 2] ?? people}`

type Part = { gives: string; gets: string; people: number; pays: number }

/** `pays` in paise; below zero they get that. */
export function proposedText({ gives, gets, people, pays }: Part): string {
  const rupees =
    pays === 0
      ? ''
      : pays > 0
        ? ` You would pay ${formatRupees(pays)} on top.`
        : ` You would get ${formatRupees(-pays)} on top.`
  return `We found ${ringOf(people)} for you: you give “${gives}” and get “${gets}”.${rupees} Please answer within ${ringAnswerHours} hours.`
}

/** For who has said nothing yet. */
export const reminderText = (expiresAt: Date): string =>
  `Your ring ends at ${formatClockTime(expiresAt)}: say yes or no.`

/** After the name of who has. */
export const acceptedLine = (left: number): string =>
  left === 0
    ? 'has accepted: the exchange is agreed.'
    : `has accepted; ${left === 1 ? 'one answer is' : `${left} answers are`} missing.`

export const agreedText = (exchangeId: string): string =>
  `Everybody has accepted: exchange ${shortOrderId(exchangeId)} is agreed. See what comes next.`

const endings: Record<RingEnd, string> = {
  declined: 'somebody declined',
  lapsed: 'not everybody answered in time',
  changed: 'a book or a want in it has changed',
}

/** In the chat of the ring, and under the bell. */
export const endedLine = (because: RingEnd): string => `The ring has ended: ${endings[because]}.`
export const endedText = (because: RingEnd): string =>
  `A ring that we found for you has ended: ${endings[because]}. We’ll keep looking.`

export const wroteText = 'There is a new message in the chat of your ring.'

type Cancelled = { title: string; reason: string | null; is_whole: boolean }
/** `who` is undefined for an admin, who gives a reason. */
export const cancelledLine = (who: string | undefined, { title, reason, is_whole }: Cancelled) =>
  `${who ?? 'An admin'} has cancelled ${is_whole ? 'the exchange' : `“${title}”`}.${
    who === undefined && reason !== null ? ` Reason: ${reason}` : ''
  }`

type BookLine = {
  kind: string
  status: OrderStatus
  title: string
  giver: string
  receiver: string
  is_first: boolean
}
/** What has become of a book; with the first one that is handed over, nobody can go back. */
export function bookLine({ kind, status, title, giver, receiver, is_first }: BookLine): string {
  const book = `“${title}”`
  const text =
    kind === 'undone' || kind === 'reopened' || status === 'Pending'
      ? `${book} is ${status} again.`
      : kind === 'received'
        ? `${receiver} has received ${book} from ${giver}.`
        : `${giver} has ${status === 'Shipped' ? 'sent' : 'given'} ${book} to ${receiver}.`
  return is_first ? `${text} From here on the exchange can’t be cancelled as a whole.` : text
}
