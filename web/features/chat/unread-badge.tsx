import { useUnreadCounts } from '#web/realtime/unread-counts.ts'
import { CountBadge } from '#web/ui/states.tsx'

/** The number of unread messages in all chats. */
export const UnreadBadge = () => (
  <CountBadge count={useUnreadCounts().messages} one="unread message" />
)
