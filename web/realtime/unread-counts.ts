import { queryOptions, skipToken } from '@tanstack/react-query'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import { ackError, ackTimeoutMs, type LiveSocket } from './socket.ts'

export type CountUnread = () => Promise<UnreadCounts>

/**
 * Reads the unread counts by the socket or by HTTP. Throws AppError, or Error if there was no
 * response.
 */
export async function countUnread(session: Session, socket: LiveSocket): Promise<UnreadCounts> {
  if (!socket.connected) return call(readUnreadCounts, {}, { session })
  const ack = await socket.timeout(ackTimeoutMs).emitWithAck('join', session.userId)
  if (ack.ok) return ack
  throw ackError(ack)
}

export const unreadCountsQuery = (userId: string | undefined, count: CountUnread | undefined) =>
  queryOptions({
    queryKey: readKey(readUnreadCounts, {}, userId),
    queryFn: count ?? skipToken,
    // This topic is enough, because events about other counted things also refresh the
    // notifications.
    meta: { reads: ['notifications'] },
  })
