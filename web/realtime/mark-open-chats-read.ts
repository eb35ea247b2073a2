import { type Chat, markChatRead } from '#contract/chats.ts'
import { call } from '#web/api/client.ts'
import { type ChatCache, chatKey, lastNumber, refetchChat, updateChatRow } from './chat-cache.ts'

export const isChatVisible = ({ openChatIds }: ChatCache, chatId: string): boolean =>
  openChatIds.has(chatId) && document.visibilityState === 'visible'

export async function markRead(chats: ChatCache, chatId: string): Promise<void> {
  const { client, session } = chats
  updateChatRow(chats, chatId, (row) => ({ ...row, unreadMessages: 0 }))
  const confirmed = call(markChatRead, { id: chatId }, { session }).then(
    ({ readUpTo }) => {
      // If the server marked messages as read that this page hasn't received, fetches the chat
      // again.
      const chat = client.getQueryData<Chat>(chatKey(session, chatId))
      if (chat && readUpTo > lastNumber(chat)) void refetchChat(chats, chatId)
    },
    () => {
      // After a failure, the next read of the list shows the right count again.
    },
  )
  const previous = chats.readConfirmed
  chats.readConfirmed = confirmed.then(() => previous)
  await confirmed
}

/**
 * Treats a chat as open until the returned function is called. Its messages count as read while the
 * tab is visible, and the server reports changes of its book.
 */
export function openChat(chats: ChatCache, chatId: string): () => void {
  chats.openChatIds.add(chatId)
  chats.join(chatId)
  const markIfVisible = () => {
    if (isChatVisible(chats, chatId)) void markRead(chats, chatId)
  }
  markIfVisible()
  document.addEventListener('visibilitychange', markIfVisible)
  return () => {
    chats.openChatIds.delete(chatId)
    document.removeEventListener('visibilitychange', markIfVisible)
  }
}
