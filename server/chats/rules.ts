import { createHash } from 'node:crypto'
import type { ChatSummary } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'
import type { Participant } from './store.ts'

/** For each login: a shop's helpers don't use up the messages of its owner. */
export const messagesPerMinute = 30
export const newChatQuota = { max: 10, seconds: 3600, code: 'too_many_chats' } satisfies Quota

/**
 * Returns an account and the side on which it trades. Admins count as buyers, but have no chats or
 * orders.
 */
export const participantOf = (viewer: Viewer): Participant => ({
  accountId: viewer.accountId,
  side: viewer.role === 'seller' ? 'seller' : 'buyer',
  ...(viewer.helper && { helper: viewer.helper.name, helperId: viewer.helper.id }),
})

export const senderModelOf = { buyer: 'Buyer', seller: 'Seller' } as const

/** Returns who does something, as messages and the history of orders store it. */
export const actorOf = ({ accountId: id, side, helper }: Participant) => ({
  model: senderModelOf[side],
  id,
  ...(helper !== undefined && { helper }),
})

/**
 * Returns the clientId of a message sent with an Idempotency-Key. A key always gives the same UUID
 * (v8).
 */
export function clientIdOf(idempotencyKey: string): string {
  const hex = createHash('sha256').update(idempotencyKey).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type ParticipantStatus = { status: 'active' | 'blocked'; deletedAt: Date | null }
const isReachable = (account: ParticipantStatus) =>
  account.status === 'active' && account.deletedAt === null

type ChatState = {
  other: ParticipantStatus
  available: number
  hasBooksToOffer: boolean
  /**
   * Whether the seller has books to exchange or, for the seller, the buyer has offered an
   * exchange.
   */
  canExchange?: boolean
  hasDeal?: boolean
  /** Whether the seller is on holiday. */
  isAway?: boolean
  blocked?: { byMe?: boolean; byOther?: boolean }
}

/** Returns why the seller can't create an order, if so. */
export function orderRefusal({
  other,
  available,
  isAway,
  blocked = {},
}: ChatState): ChatSummary['orderRefusal'] {
  if (blocked.byMe || blocked.byOther || !isReachable(other)) return 'chat_read_only'
  if (isAway) return 'seller_away'
  return available === 0 ? 'book_gone' : undefined
}

export function chatActions(
  { side, helper }: Pick<Participant, 'side' | 'helper'>,
  chat: ChatState,
): ChatSummary['can'] {
  const { other, hasBooksToOffer, canExchange, hasDeal, isAway, blocked = {} } = chat
  // Only the owner of a shop blocks people.
  if (blocked.byMe) return helper === undefined ? ['unblock'] : []
  if (blocked.byOther || !isReachable(other)) return []
  const actions: ChatSummary['can'] = ['send']
  if (isAway) return actions
  if (hasBooksToOffer && !hasDeal) actions.push('offer')
  if (canExchange && !hasDeal) actions.push('exchange')
  if (side === 'seller' && orderRefusal(chat) === undefined) actions.push('order')
  return actions
}

export function rejectReadOnly({ isReadOnly }: { isReadOnly: boolean }): void {
  if (isReadOnly) throw new AppError('chat_read_only')
}

/** Throws not_you for a message that claims a sender other than its session's account. */
export function rejectForgedSender(
  me: Participant,
  claimed: { sender?: string | undefined; senderModel?: string | undefined },
): void {
  const isOtherAccount =
    claimed.sender !== undefined && claimed.sender.toLowerCase() !== me.accountId
  const isOtherSide =
    claimed.senderModel !== undefined && claimed.senderModel.toLowerCase() !== me.side
  if (isOtherAccount || isOtherSide) throw new AppError('not_you')
}
