import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { CountBadge } from '#web/ui/badge.tsx'

/** The number of unread messages in all chats. */
export const UnreadBadge = () => (
  <CountBadge count={useUnreadCounts().messages} singular="unread message" />
)
