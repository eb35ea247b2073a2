import { createHash } from 'node:crypto'
import type { ChatSummary } from '#contract/chats.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'
import type { Participant } from './store.ts'

/** The side on which a person chats and trades. Admins have none; as buyers of nothing they find no chat and no order. */
export const participantOf = (viewer: Viewer): Participant => ({
  personId: viewer.personId,
  side: viewer.role === 'seller' ? 'seller' : 'buyer',
})

export const senderModelOf = { buyer: 'Buyer', seller: 'Seller' } as const

/** The clientId of a message that came under an Idempotency-Key instead: the same one for the same key, a UUID v8. */
export function clientIdOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Standing = { status: 'active' | 'blocked'; deletedAt: Date | null }
const isReachable = (person: Standing) => person.status === 'active' && person.deletedAt === null

/** What a side may do in its chat: write while the other can read it, and a seller also order while there is a copy. */
export function chatActions(
  side: Side,
  { other, available }: { other: Standing; available: number },
): ChatSummary['can'] {
  if (!isReachable(other)) return []
  return side === 'seller' && available > 0 ? ['send', 'order'] : ['send']
}

/** Refuses to write or order in a chat whose other side was blocked or has left. */
export function rejectReadOnly(other: Standing): void {
  if (!isReachable(other)) throw new AppError('chat_read_only')
}

/** Refuses a message whose body claims another sender than the session's; the casing of the model doesn't matter. */
export function rejectForgedSender(
  me: Participant,
  claim: { sender?: string | undefined; senderModel?: string | undefined },
): void {
  const otherPerson = claim.sender !== undefined && claim.sender.toLowerCase() !== me.personId
  const otherModel = claim.senderModel !== undefined && claim.senderModel.toLowerCase() !== me.side
  if (otherPerson || otherModel) throw new AppError('not_you')
}

/** Messages that a person may send, chats that one may start, and what a chat may be told of orders in it, within so many seconds. */
export const quotas = {
  messages: { max: 30, seconds: 60, code: 'too_many_messages' },
  deals: { max: 30, seconds: 3600, code: 'too_many_deals' },
  starts: { max: 10, seconds: 3600, code: 'too_many_chats' },
} as const satisfies Record<string, Quota>

/** A message without clientId that comes again by the other door within this time is the same one. */
export const duplicateWindowMs = 5000
