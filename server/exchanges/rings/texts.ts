// What people read of rings under the bell and in a ring's own chat.
import { formatClockTime } from '#contract/common/dates.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { shortOrderId } from '#contract/orders/orders.ts'

const sizes = ['two', 'three', 'four', 'five']
/** 'a ring of three' */
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
  return `We found ${ringOf(people)} for you: you give “${gives}” and get “${gets}”.${rupees} Please answer within 24 hours.`
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
  `Everybody has accepted: exchange ${shortOrderId(exchangeId)} is agreed. Look at what you do next.`

export const endedTexts = {
  declined:
    'A ring that we had found for you comes to nothing: somebody declined. We go on looking.',
  lapsed:
    'A ring that we had found for you comes to nothing: not everybody answered. We go on looking.',
  changed:
    'A ring that we had found for you comes to nothing: one of its books or wishes is gone. We go on looking.',
} as const

export const endedLines = {
  declined: 'The ring comes to nothing: somebody declined.',
  lapsed: 'The ring comes to nothing: not everybody answered within 24 hours.',
  changed: 'The ring comes to nothing: one of its books or wishes is gone.',
} as const

export const wroteText = 'There is a new message in the chat of your ring.'
