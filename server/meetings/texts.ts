// What the messages of a chat say about meetings. They never name the code.
import { formatMeetingTime } from '#contract/common/dates.ts'
import { ordersText } from '#server/orders/texts.ts'

const meetingOf = (orderIds: readonly string[]) => `Meeting for ${ordersText(orderIds)}`

export const proposalText = (
  orderIds: readonly string[],
  place: string,
  times: readonly Date[],
): string => `${meetingOf(orderIds)}: ${place}\n${times.map(formatMeetingTime).join('\nor ')}`

export const agreedText = (orderIds: readonly string[], place: string, time: Date): string =>
  `${meetingOf(orderIds)}: ${formatMeetingTime(time)}, ${place}.`

export function codeEndedText(orderIds: readonly string[]): string {
  return `The code for ${ordersText(orderIds)} was typed wrong five times and no longer counts. The seller can still set the status.`
}
