// Texts of stored messages, adapted to their reader.
import type { ChatSummary } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'

const verbs: Record<string, string> = { has: 'have', says: 'say', proposes: 'propose', pays: 'pay' }

/**
 * Replaces 'the buyer' or 'the seller' in a System message by 'you', if the reader is that side.
 */
export const inSecondPerson = (text: string, side: Side): string =>
  text.replace(
    new RegExp(`\\b([Tt])he ${side}(’s)?( no longer)?(?: (has|says|proposes|pays))?\\b`, 'g'),
    (_, letter: string, owns?: string, no = '', verb?: string) =>
      `${letter === 'T' ? 'Y' : 'y'}ou${owns ? 'r' : ''}${no}${verb ? ` ${verbs[verb]}` : ''}`,
  )

/** Shortens a message to one line of the chat list, which shows the book's title above it. */
export function previewOf(
  { message: text, senderModel, offerId, meetingId }: NonNullable<ChatSummary['lastWords']>,
  side: Side,
): string {
  if (senderModel === 'System') return inSecondPerson(text, side).split('\n')[0] ?? ''
  // Only offers and meetings are shortened. A message that a person typed may look like one.
  if (offerId === undefined && meetingId === undefined) return text
  const [, amount] = /^Offer: .* for (₹[\d,.]*\d(?: a day)?)/.exec(text) ?? []
  if (amount) return `Offered ${amount}`
  if (text.startsWith('Offer to swap: ')) return 'Offered a swap'
  const [, time] = /^Meeting for order.*?: .*?(\w{3} \d+ \w+, [\d:]+ [ap]m)/s.exec(text) ?? []
  if (time) return `Meet ${time}${text.includes('\n') ? '?' : ''}`
  return text
}
