import { useNews } from '#web/realtime/unread-counts.ts'
import { CountBadge } from '#web/ui/states.tsx'

/** The number of unread messages of all chats. */
export const UnreadBadge = () => <CountBadge count={useNews().messages} one="unread message" />
