// Replies and labels for complaints. Reporters don't learn what the admins did.
import type { ComplaintSubject } from '#contract/admin/complaints.ts'
import { shortOrderId } from '#contract/orders/orders.ts'

export const complaintFiledReply = 'Thank you. An admin will look into it.'

type ReportedThing = {
  subject_kind: ComplaintSubject
  order_id: string | null
  book_title: string | null
  reported_name: string
}

export const orderText = (orderId: string, bookTitle: string): string =>
  `${shortOrderId(orderId)} (${bookTitle})`

export function aboutText(thing: ReportedThing): string {
  if (thing.subject_kind === 'order') return orderText(thing.order_id ?? '', thing.book_title ?? '')
  if (thing.subject_kind === 'listing' || thing.subject_kind === 'wanted')
    return thing.book_title ?? ''
  return thing.reported_name
}

function reportedThing(thing: ReportedThing): string {
  if (thing.subject_kind === 'listing') return `the listing '${thing.book_title ?? ''}'`
  if (thing.subject_kind === 'wanted') return `the wanted book '${thing.book_title ?? ''}'`
  if (thing.subject_kind === 'order') return `order ${aboutText(thing)}`
  return thing.subject_kind === 'person'
    ? thing.reported_name
    : `a message from ${thing.reported_name}`
}

export const dealtWithText = (thing: ReportedThing): string =>
  `You reported ${reportedThing(thing)}. We have looked into it. Thank you for telling us.`

export const warningText = (note: string): string => `A warning from Dobara: ${note}`

export const hiddenText = (title: string, note: string): string =>
  `An admin hid '${title}' from the market. Reason: ${note}`

export const unhiddenText = (title: string): string => `An admin put '${title}' back on the market.`

export const warningMail = (note: string) => ({
  subject: 'A warning from Dobara',
  text: [
    'Hello,',
    'somebody reported you or what you offer on Dobara, and we have looked into it. Please read this:',
    note,
    'If it happens again, we may block your account.',
    'Dobara',
  ].join('\n\n'),
})

export const blockedMail = (note: string) => ({
  subject: 'Your account at Dobara has been blocked',
  text: [
    'Hello,',
    'your account at Dobara has been blocked. The reason is:',
    note,
    'If you think that this is a mistake, please contact support.',
    'Dobara',
  ].join('\n\n'),
})
