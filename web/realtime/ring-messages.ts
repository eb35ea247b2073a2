// Messages to the members of a ring. Rings have no room of the socket: they are sent by HTTP, and
// `exchange_changed` tells of new ones.
import type { QueryClient } from '@tanstack/react-query'
import { listRingMessages, type RingMessage, sendRingMessage } from '#contract/exchanges/rings.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import type { OutgoingMessage } from './outbox.ts'

type RingMessageSent = RingMessage & { exchangeId: string }

export async function deliverToRing(
  session: Session,
  { chatId: exchangeId, ...message }: OutgoingMessage,
): Promise<RingMessageSent> {
  const sent = await call(sendRingMessage, { exchangeId, ...message }, { session })
  return { ...sent, exchangeId }
}

/** Shows it at once in the place of the unsent one, and reads what others wrote meanwhile. */
export function addRingMessage(
  client: QueryClient,
  session: Session,
  { exchangeId, ...message }: RingMessageSent,
): void {
  const queryKey = readKey(listRingMessages, { exchangeId }, session.userId)
  client.setQueryData<RingMessage[]>(
    queryKey,
    (messages) => messages && [...messages.filter(({ _id }) => _id !== message._id), message],
  )
  void client.invalidateQueries({ queryKey })
}
