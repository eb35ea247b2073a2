import { formatMeetingTime } from '#contract/common/dates.ts'

export const reservedText = (title: string, until: Date): string =>
  `“${title}”, which you want, is reserved for you until ${formatMeetingTime(until)}. Make its seller an offer in the chat, or say “No, thanks” under Wants.`

export const lapsedText = (title: string): string =>
  `Your reservation of “${title}” is over. You still want the title, and keep your place for other copies.`

export const closedText = (title: string): string =>
  `“${title}” is no longer reserved for you: its seller doesn’t give it for another book any more. You keep your place.`

export const changedText = (title: string): string =>
  `“${title}” is no longer reserved for you: its seller has changed the listing. You keep your place.`
