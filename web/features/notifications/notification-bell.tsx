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
import { useState } from 'react'
import { Link } from 'react-router'
import { readMailSettings } from '#contract/accounts/mail-settings.ts'
import {
  listNotifications,
  type MutableNotificationKind,
  markNotificationsRead,
  readNotificationSettings,
  type UserNotification,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useRead, useReadPages, useWrite } from '#web/api/hooks.ts'
import { formatFullTime, formatRecentTime } from '#web/format.ts'
import { chatPath, exchangePath, orderPath, paths } from '#web/paths.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/inputs/field.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Popover, PopoverClose } from '#web/ui/overlays/popover.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { notificationsInput, useNewestNotificationId } from './use-newest-notification-id.ts'

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

/**
 * The kinds that can be switched off. Those about the account itself can't. New messages never
 * stand under the bell, so their switch is about mails and push messages only.
 */
const kindLabels: Record<Side, Partial<Record<MutableNotificationKind, string>>> = {
  buyer: {
    order: 'New orders and offers',
    status: 'Changes to my orders',
    message: 'New messages, by mail and push',
    saved: 'News about saved books and searches',
    exchange: 'Exchanges that are found for me',
  },
  seller: {
    order: 'New orders and offers',
    status: 'Changes to my orders',
    message: 'New messages, by mail and push',
    listing: 'Listings that were removed',
    exchange: 'Exchanges that are found for me',
  },
}

export function NotificationBell({ side }: { side: Side }) {
  const { notices: unreadCount } = useUnreadCounts()
  const markRead = useWrite(markNotificationsRead)
  const [isChoosing, setChoosing] = useState(false)
  const getNewestId = useNewestNotificationId()
  // Marked as read on closing, so that new ones stay highlighted while the list is open.
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) setChoosing(false)
    else {
      const upTo = getNewestId()
      if (unreadCount > 0 && upTo !== undefined) markRead.run({ upTo }).catch(() => {})
    }
  }
  return (
    <Popover
      label="Notifications"
      // A seller's bell is in the sidebar on the left.
      align={side === 'seller' ? 'start' : 'end'}
      onOpenChange={onOpenChange}
      button={
        <IconButton
          label={unreadCount > 0 ? `Notifications, ${unreadCount} new` : 'Notifications'}
          className="relative"
        >
          <Bell size={22} aria-hidden />
          <span aria-hidden className="absolute -top-0.5 -right-0.5 scale-90">
            <CountBadge count={unreadCount} />
          </span>
        </IconButton>
      }
    >
      <div
        className="sticky top-0 flex items-center justify-between border-border border-b
        bg-surface py-1 pr-1 pl-4"
      >
        <h2 className="font-semibold text-lg">Notifications</h2>
        <IconButton
          label="Choose notifications"
          aria-pressed={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          <Settings2 size={20} aria-hidden />
        </IconButton>
      </div>
      {isChoosing ? <NotificationSettings side={side} /> : <NotificationList side={side} />}
    </Popover>
  )
}

function notificationPath(notification: UserNotification, side: Side): string {
  if (notification.kind === 'account') return paths[side].profile
  if (notification.kind === 'admin') return paths.safety
  if (notification.kind === 'saved' && notification.listQuery)
    return `${paths.buyer.dashboard}?${notification.listQuery}`
  if (notification.kind === 'saved')
    return notification.bookId ? paths.book(notification.bookId) : paths.buyer.wishlist
  if (notification.kind === 'exchange')
    return notification.exchangeId
      ? exchangePath(side, notification.exchangeId)
      : notification.bookId
        ? paths.book(notification.bookId)
        : paths[side].wishlist
  if (notification.kind === 'listing' || notification.chatId === undefined)
    return paths.seller.books
  return notification.orderId === undefined
    ? chatPath(side, notification.chatId)
    : orderPath(side, notification.orderId)
}

function NotificationList({ side }: { side: Side }) {
  const notifications = useReadPages(listNotifications, notificationsInput)
  if (notifications.isPending)
    return (
      <Loading>
        <div className="flex flex-col gap-2 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </Loading>
    )
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
              <PopoverClose>
                <Link
                  to={notificationPath(notification, side)}
                  className={`flex gap-3 px-4 py-3 text-sm transition-colors hover:bg-sunken
                    ${notification.isRead ? '' : 'bg-primary-soft'}`}
                >
                  <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    {!notification.isRead && <span className="sr-only">New: </span>}
                    {notification.text}
                    <time
                      dateTime={notification.createdAt}
                      title={formatFullTime(notification.createdAt)}
                      className="block text-muted text-xs"
                    >
                      {formatRecentTime(notification.createdAt)}
                    </time>
                  </span>
                </Link>
              </PopoverClose>
            </li>
          )
        })}
      </ul>
      <LoadMore
        hasMore={notifications.hasNextPage}
        pending={notifications.isFetchingNextPage}
        failed={notifications.isFetchNextPageError}
        onMore={() => notifications.fetchNextPage()}
      />
    </>
  )
}

function NotificationSettings({ side }: { side: Side }) {
  const settings = useRead(readNotificationSettings, {})
  const { data: away } = useRead(readMailSettings, {})
  const canNotifyAway = away?.canSend === true || away?.canPush === true
  const save = useWrite(updateNotificationSettings)
  const toast = useToast()
  const saveSetting = (kind: MutableNotificationKind, isOn: boolean) =>
    save
      .run({ [kind]: isOn })
      .catch(() => toast({ text: 'Your choice could not be saved.', kind: 'error' }))
  return (
    <fieldset
      className="flex flex-col p-4"
      disabled={!settings.data || save.pending}
      aria-busy={settings.isPending || save.pending}
    >
      <legend className="sr-only">Notifications you get</legend>
      {Object.entries(kindLabels[side])
        .filter(([kind]) => kind !== 'message' || canNotifyAway)
        .map(([kind, label]) => (
          <Checkbox
            key={kind}
            label={label}
            checked={settings.data?.[kind as MutableNotificationKind] ?? false}
            onChange={(event) =>
              void saveSetting(kind as MutableNotificationKind, event.target.checked)
            }
          />
        ))}
      {settings.isError && <InlineLoadError onRetry={() => void settings.refetch()} />}
    </fieldset>
  )
}
