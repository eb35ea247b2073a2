import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { paths } from '#web/paths.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { CountBadge } from '#web/ui/badge.tsx'

/** `chatsClass` hides the link to the chats while the open menu shows that link. */
export function HeaderNotifications({
  side,
  chatsClass = '',
}: {
  side: Side
  chatsClass?: string
}) {
  const { messages } = useUnreadCounts()
  return (
    <div className="flex items-center lg:order-last">
      <Link
        to={paths[side].chats}
        aria-label={messages > 0 ? `Chats, ${messages} unread` : 'Chats'}
        className={`relative inline-flex size-11 items-center justify-center rounded-box
          hover:bg-sunken ${chatsClass}`}
      >
        <MessagesSquare size={22} />
        <span aria-hidden className="absolute -top-0.5 -right-0.5 scale-90">
          <CountBadge count={messages} />
        </span>
      </Link>
      <NotificationBell side={side} />
    </div>
  )
}
