// The bell: what happened while one was elsewhere, and of which kinds one wants to be told.
import {
  Bell as BellIcon,
  BookX,
  KeyRound,
  MessageCircle,
  ReceiptText,
  RefreshCw,
  Settings2,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Side } from '#contract/endpoint.ts'
import {
  listNotifications,
  type MutableNotificationKind,
  markNotificationsRead,
  readNotificationSettings,
  type UserNotification,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { useRead, useReadPages, useWrite } from '#web/api/hooks.ts'
import { fullTime, messageTime } from '#web/format.ts'
import { chatPath, paths } from '#web/paths.ts'
import { notificationsInput, useNewest, useUnreadCounts } from '#web/realtime/unread-counts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/inputs/field.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Popover, PopoverClose } from '#web/ui/popover.tsx'
import { CouldNotLoad, CountBadge, Loading, Skeleton } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'

const icons = {
  order: ReceiptText,
  status: RefreshCw,
  message: MessageCircle,
  listing: BookX,
  account: KeyRound,
} as const

/** The kinds that come to each side, as people choose among them; what happens to the account itself always comes. */
const kindsOf: Record<Side, Partial<Record<MutableNotificationKind, string>>> = {
  buyer: { order: 'New orders', status: 'Changes of my orders', message: 'New messages' },
  seller: {
    status: 'Changes of my orders',
    message: 'New messages',
    listing: 'Listings that were removed',
  },
}

export function Bell({ side, className = '' }: { side: Side; className?: string }) {
  const { notices } = useUnreadCounts()
  const read = useWrite(markNotificationsRead)
  const [choosing, setChoosing] = useState(false)
  const newest = useNewest()
  // Read once the panel is closed, so that what is new can be told from the rest while it is open.
  const onOpenChange = (open: boolean) => {
    if (open) setChoosing(false)
    else {
      const upTo = newest()
      if (notices > 0 && upTo !== undefined) read.run({ upTo }).catch(() => {})
    }
  }
  return (
    <Popover
      label="Notifications"
      // A seller's bell stands in the sidebar, at the left edge.
      align={side === 'seller' ? 'start' : 'end'}
      onOpenChange={onOpenChange}
      button={
        <IconButton
          label={notices > 0 ? `Notifications, ${notices} new` : 'Notifications'}
          className={`relative ${className}`}
        >
          <BellIcon size={22} aria-hidden />
          <span aria-hidden className="absolute -top-0.5 -right-0.5 scale-90">
            <CountBadge count={notices} />
          </span>
        </IconButton>
      }
    >
      <div className="sticky top-0 flex items-center justify-between border-border border-b bg-surface py-1 pr-1 pl-4">
        <h2 className="font-semibold text-lg">Notifications</h2>
        <IconButton
          label="Choose notifications"
          aria-pressed={choosing}
          onClick={() => setChoosing(!choosing)}
        >
          <Settings2 size={20} aria-hidden />
        </IconButton>
      </div>
      {choosing ? <Switches side={side} /> : <Notices side={side} />}
    </Popover>
  )
}

function target(notice: UserNotification, side: Side): string {
  if (notice.kind === 'account') return paths[side].profile
  if (notice.kind === 'listing' || notice.chatId === undefined) return paths.seller.books
  return notice.kind === 'message' ? chatPath(side, notice.chatId) : paths[side].orders
}

function Notices({ side }: { side: Side }) {
  const notices = useReadPages(listNotifications, notificationsInput)
  if (notices.isPending)
    return (
      <Loading>
        <div className="flex flex-col gap-2 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </Loading>
    )
  if (notices.rows.length === 0)
    return (
      <div className="flex flex-col items-center gap-2 p-6">
        <p className="text-muted">No notifications yet.</p>
        {notices.isError && <CouldNotLoad onRetry={() => void notices.refetch()} />}
      </div>
    )
  return (
    <>
      <ul>
        {notices.rows.map((notice) => {
          const Icon = Object.hasOwn(icons, notice.kind) ? icons[notice.kind] : BellIcon
          return (
            <li key={notice._id} className="border-border border-b last:border-b-0">
              <PopoverClose>
                <Link
                  to={target(notice, side)}
                  className={`flex gap-3 px-4 py-3 text-sm transition-colors hover:bg-sunken ${notice.isRead ? '' : 'bg-primary-soft'}`}
                >
                  <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    {!notice.isRead && <span className="sr-only">New: </span>}
                    {notice.text}
                    <time
                      dateTime={notice.createdAt}
                      title={fullTime(notice.createdAt)}
                      className="block text-muted text-xs"
                    >
                      {messageTime(notice.createdAt)}
                    </time>
                  </span>
                </Link>
              </PopoverClose>
            </li>
          )
        })}
      </ul>
      <LoadMore
        more={notices.hasNextPage}
        pending={notices.isFetchingNextPage}
        failed={notices.isFetchNextPageError}
        onMore={() => void notices.fetchNextPage()}
      />
    </>
  )
}

function Switches({ side }: { side: Side }) {
  const switches = useRead(readNotificationSettings, {})
  const save = useWrite(updateNotificationSettings)
  const toast = useToast()
  const set = (kind: MutableNotificationKind, on: boolean) =>
    save
      .run({ [kind]: on })
      .catch(() => toast({ text: 'Your choice could not be saved.', kind: 'bad' }))
  return (
    <fieldset
      className="flex flex-col p-4"
      disabled={!switches.data || save.pending}
      aria-busy={switches.isPending || save.pending}
    >
      <legend className="sr-only">What to be told of</legend>
      {Object.entries(kindsOf[side]).map(([kind, name]) => (
        <Checkbox
          key={kind}
          label={name}
          checked={switches.data?.[kind as MutableNotificationKind] ?? false}
          onChange={(event) => void set(kind as MutableNotificationKind, event.target.checked)}
        />
      ))}
      {switches.isError && <CouldNotLoad onRetry={() => void switches.refetch()} />}
    </fieldset>
  )
}
