import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { CountBadge } from '#web/ui/badge.tsx'

export const UnreadBadge = () => (
  <CountBadge count={useUnreadCounts().messages} singular="unread message" />
)
