// What a chat's stored messages say to whoever reads them.
import type { Message } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'

const verbs: Record<string, string> = { has: 'have', says: 'say', proposes: 'propose', pays: 'pay' }

/** A System message names both sides; to its reader it says 'you'. */
export const toReader = (text: string, side: Side): string =>
  text.replace(
    new RegExp(`\\b([Tt])he ${side}(’s)?( no longer)?(?: (has|says|proposes|pays))?\\b`, 'g'),
    (_, letter: string, owns?: string, no = '', verb?: string) =>
      `${letter === 'T' ? 'Y' : 'y'}ou${owns ? 'r' : ''}${no}${verb ? ` ${verbs[verb]}` : ''}`,
  )

/** A message in a line of the list: what happened, without the title, which stands above it. */
export function previewOf(message: Pick<Message, 'senderModel' | 'message'>, side: Side): string {
  const text = message.message
  if (message.senderModel === 'System') return toReader(text, side).split('\n')[0] ?? ''
  const [, amount] = /^Offer: .* for (₹[\d,.]*\d(?: a day)?)/.exec(text) ?? []
  if (amount) return `Offered ${amount}`
  if (text.startsWith('Offer to exchange: ')) return 'Offered a swap'
  const [, time] = /^Meeting for order.*?: .*?(\w{3} \d+ \w+, [\d:]+ [ap]m)/s.exec(text) ?? []
  if (time) return `Meet ${time}${text.includes('\n') ? '?' : ''}`
  return text
}
