import {
  ArrowLeftRight,
  Bell,
  BookHeart,
  BookX,
  KeyRound,
  MessageCircle,
  ReceiptText,
  RefreshCw,
  Settings2,
  ShieldAlert,
} from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { listNotifications, markNotificationsRead } from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { landingPaths, notificationSettingsPath } from '#web/paths.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { useIsHelper } from '#web/session/session.ts'
import { RecentTime } from '#web/time.tsx'
import { CountBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

const icons = {
  order: ReceiptText,
  status: RefreshCw,
  message: MessageCircle,
  listing: BookX,
  saved: BookHeart,
  exchange: ArrowLeftRight,
  account: KeyRound,
  admin: ShieldAlert,
} as const

const newest = { limit: 20 } as const

export function NotificationBell({ side }: { side: Side }) {
  const { notices: unreadCount } = useUnreadCounts()
  // The settings belong to the owner of the shop.
  const isHelper = useIsHelper()
  const markRead = useWrite(markNotificationsRead)
  const [isOpen, setOpen] = useState(false)
  const notifications = useReadPages(listNotifications, newest, { enabled: isOpen })
  // Closing the list marks the notifications as read, so that new ones are highlighted while it is
  // open.
  const onOpenChange = (opens: boolean) => {
    setOpen(opens)
    const upTo = opens ? undefined : notifications.rows[0]?._id
    if (unreadCount > 0 && upTo !== undefined) markRead.run({ upTo }).catch(() => {})
  }
  return (
    <Popover.Root onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <IconButton
          label={unreadCount > 0 ? `Notifications, ${unreadCount} new` : 'Notifications'}
          className="relative"
        >
          <Bell size={22} />
          <span aria-hidden className="absolute -top-0.5 -right-0.5 scale-90">
            <CountBadge count={unreadCount} />
          </span>
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          // A seller's bell is in the sidebar on the left.
          align={side === 'seller' ? 'start' : 'end'}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))]
            w-[min(24rem,calc(100vw-1rem))] flex-col overflow-y-auto overscroll-contain rounded-box
            border border-border bg-surface text-foreground shadow-raised
            data-[state=open]:animate-appear"
        >
          <div
            className="sticky top-0 flex items-center justify-between border-border border-b
        bg-surface py-1 pr-1 pl-4"
          >
            <h2 className="font-semibold text-lg">Notifications</h2>
            {!isHelper && (
              <Popover.Close asChild>
                <Link
                  to={notificationSettingsPath(side)}
                  aria-label="Choose notifications"
                  className="inline-flex size-11 items-center justify-center rounded-box hover:bg-sunken"
                >
                  <Settings2 />
                </Link>
              </Popover.Close>
            )}
          </div>
          <NotificationList side={side} notifications={notifications} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ListProps = {
  side: Side
  notifications: ReturnType<typeof useReadPages<typeof listNotifications>>
}

function NotificationList({ side, notifications }: ListProps) {
  if (notifications.isPending)
    return <Loading skeletons={Array(3).fill('h-12')} className="flex flex-col gap-2 p-4" />
  if (notifications.rows.length === 0)
    return (
      <div className="flex flex-col items-center gap-2 p-6">
        <p className="text-muted">No notifications yet.</p>
        {notifications.isError && <InlineLoadError onRetry={() => void notifications.refetch()} />}
      </div>
    )
  return (
    <>
      <ul>
        {notifications.rows.map((notification) => {
          const Icon = Object.hasOwn(icons, notification.kind) ? icons[notification.kind] : Bell
          return (
            <li key={notification._id} className="border-border border-b last:border-b-0">
              <Popover.Close asChild>
                <Link
                  // Older servers don't send a link.
                  to={notification.link ?? landingPaths[side]}
                  className={`flex gap-3 px-4 py-3 text-sm transition-colors hover:bg-sunken
                    ${notification.isRead ? '' : 'bg-primary-soft'}`}
                >
                  <Icon className="mt-0.5 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    {!notification.isRead && <span className="sr-only">New: </span>}
                    {notification.text}
                    <RecentTime at={notification.createdAt} className="block text-muted text-xs" />
                  </span>
                </Link>
              </Popover.Close>
            </li>
          )
        })}
      </ul>
      <LoadMore list={notifications} />
    </>
  )
}
