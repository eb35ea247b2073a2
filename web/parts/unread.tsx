import { listChats } from '#contract/chats.ts'
import { chatsAsk } from '#web/data/chat.ts'
import { useReadPages } from '#web/data/hooks.ts'
import { CountBadge } from '#web/ui/states.tsx'

/** The number of unread messages of all chats; shares its read with the list of chats. */
export function UnreadBadge() {
  const chats = useReadPages(listChats, chatsAsk)
  return <CountBadge count={chats.rows.reduce((sum, chat) => sum + chat.unreadMessages, 0)} what="unread messages" />
}
