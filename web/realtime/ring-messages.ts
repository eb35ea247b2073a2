// Messages in the chat of a ring. Rings have no socket room, so messages are sent by HTTP, and the
// event `exchange_changed` announces new ones.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/common/endpoint.ts'
import { listRingMessages, type RingMessage, sendRingMessage } from '#contract/exchanges/rings.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import type { OutgoingMessage } from './outbox.ts'

const ringChatPageSize = 50

export const ringChatInput = (exchangeId: string) => ({ exchangeId, limit: ringChatPageSize })

type RingMessageSent = RingMessage & { exchangeId: string }

export async function deliverToRing(
  session: Session,
  { chatId: exchangeId, ...message }: OutgoingMessage,
): Promise<RingMessageSent> {
  const sent = await call(sendRingMessage, { exchangeId, ...message }, { session })
  return { ...sent, exchangeId }
}

/**
 * Replaces the unsent message with the stored one at once, then fetches what others have written.
 */
export function addRingMessage(
  client: QueryClient,
  session: Session,
  { exchangeId, ...message }: RingMessageSent,
): void {
  const queryKey = [
    ...readKey(listRingMessages, ringChatInput(exchangeId), session.userId),
    'pages',
  ]
  client.setQueryData<InfiniteData<Page<RingMessage>>>(queryKey, (data) => {
    const [newest, ...older] = data?.pages ?? []
    if (!data || !newest) return data
    const rows = [...newest.rows.filter(({ _id }) => _id !== message._id), message]
    return { ...data, pages: [{ ...newest, rows }, ...older] }
  })
  void client.invalidateQueries({ queryKey })
}
