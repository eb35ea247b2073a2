// Tells a signed-in person what happened elsewhere: an order made for them, a status that changed, a session that ended.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { paths } from '#web/paths.ts'
import { useConnection, useLiveEvent } from '#web/realtime/live.tsx'
import { useUnreadCounts } from '#web/realtime/unread-counts.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/toasts.tsx'

/** What comes so soon after one's own write tells of that write. */
const ownMs = 3000

export function LiveToasts() {
  const toast = useToast()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const role = useSession()?.role
  const orders = role === 'seller' ? paths.seller.orders : paths.buyer.orders
  const { muted } = useUnreadCounts()
  const open = useConnection()?.chats.open
  const showOrder = useCallback(
    ({ message, chatId }: { message: string; chatId: string }) => {
      // Who did it, or reads it in the open chat, knows already.
      const justWrote = client
        .getMutationCache()
        .getAll()
        .some(
          ({ state, meta }) =>
            state.submittedAt > Date.now() - ownMs &&
            (meta?.changes as string[] | undefined)?.includes('orders'),
        )
      if (justWrote || open?.has(chatId)) return
      toast({
        text: message,
        kind: 'good',
        action: pathname !== orders && (
          <Link
            to={orders}
            className="rounded-box px-2 py-2 font-medium text-primary text-sm underline"
          >
            Orders
          </Link>
        ),
      })
    },
    [client, toast, orders, pathname, open],
  )
  const onPlaced = useCallback<ServerEvents['order_placed']>(
    (order) => !muted.includes('order') && showOrder(order),
    [muted, showOrder],
  )
  const onUpdated = useCallback<ServerEvents['order_updated']>(
    (order) => !muted.includes('status') && showOrder(order),
    [muted, showOrder],
  )
  const onListing = useCallback<ServerEvents['notice']>(
    ({ message }) => !muted.includes('listing') && toast({ text: message, kind: 'info' }),
    [muted, toast],
  )
  const onEnd = useCallback<ServerEvents['session_ended']>(
    ({ message }) => toast({ text: message, kind: 'info' }),
    [toast],
  )
  useLiveEvent('order_placed', onPlaced)
  useLiveEvent('order_updated', onUpdated)
  useLiveEvent('notice', onListing)
  useLiveEvent('session_ended', onEnd)
  return null
}
