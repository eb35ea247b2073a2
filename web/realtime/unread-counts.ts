import { queryOptions, skipToken } from '@tanstack/react-query'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import { AppError, knownCode } from '#contract/common/error-catalog.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import type { LiveSocket } from './socket.ts'

const ackTimeoutMs = 10_000

export type CountUnread = () => Promise<UnreadCounts>

/** Counts by the socket or by HTTP. Throws AppError, or Error if there was no response. */
export async function countUnread(session: Session, socket: LiveSocket): Promise<UnreadCounts> {
  if (!socket.connected) return call(readUnreadCounts, {}, { session })
  const ack = await socket.timeout(ackTimeoutMs).emitWithAck('join', session.userId)
  if (ack.ok) return ack
  throw new AppError(knownCode(ack.code), { message: ack.message })
}

export const unreadCountsQuery = (userId: string | undefined, count: CountUnread | undefined) =>
  queryOptions({
    queryKey: readKey(readUnreadCounts, {}, userId),
    queryFn: count ?? skipToken,
    staleTime: 0,
    meta: { reads: readUnreadCounts.reads },
  })
