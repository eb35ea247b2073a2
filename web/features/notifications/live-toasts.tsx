import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { paths } from '#web/paths.ts'
import { useRealtimeSession, useSocketEvent } from '#web/realtime/realtime-provider.tsx'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/toasts.tsx'

/** An event this soon after the page's own write was caused by that write. */
const ownWriteMs = 3000

type OrderChange = { message: string; chatId: string; orderId: string }

/**
 * Whether a write names this order, the chat in which it was placed, or a deal, as it may be in.
 */
function isAboutOrder(input: unknown, { chatId, orderId }: Omit<OrderChange, 'message'>): boolean {
  const fields = Object.entries(input ?? {})
  return fields.some(([name, value]) => name === 'dealId' || value === orderId || value === chatId)
}

/** Shows orders, removed listings and ended sessions as toasts when they happen elsewhere. */
export function LiveToasts() {
  const toast = useToast()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const role = useSession()?.role
  const ordersPath = role === 'seller' ? paths.seller.orders : paths.buyer.orders
  const { muted } = useUnreadCounts()
  const openChats = useRealtimeSession()?.chats.openChatIds
  const showOrder = useCallback(
    ({ message, chatId, orderId }: OrderChange) => {
      // Not for a change made on this page, or one that an open chat or page of the order shows.
      const isOwnWrite = client
        .getMutationCache()
        .getAll()
        .some(
          ({ state, meta }) =>
            state.submittedAt > Date.now() - ownWriteMs &&
            (meta?.changes as string[] | undefined)?.includes('orders') &&
            isAboutOrder(state.variables, { chatId, orderId }),
        )
      if (isOwnWrite || openChats?.has(chatId) || pathname.includes(orderId)) return
      toast({
        text: message,
        kind: 'success',
        action: pathname !== ordersPath && (
          <Link
            to={ordersPath}
            className="rounded-box px-2 py-2 font-medium text-primary text-sm underline"
          >
            Orders
          </Link>
        ),
      })
    },
    [client, toast, ordersPath, pathname, openChats],
  )
  const onOrderPlaced = useCallback<ServerEvents['order_placed']>(
    (order) => !muted.includes('order') && showOrder(order),
    [muted, showOrder],
  )
  const onOrderUpdated = useCallback<ServerEvents['order_updated']>(
    // One's own step, which may have been taken on another device.
    (order) => order.by?.toLowerCase() !== role && !muted.includes('status') && showOrder(order),
    [role, muted, showOrder],
  )
  const onListingRemoved = useCallback<ServerEvents['notice']>(
    ({ message }) => !muted.includes('listing') && toast({ text: message, kind: 'info' }),
    [muted, toast],
  )
  const onSessionEnded = useCallback<ServerEvents['session_ended']>(
    ({ message }) => toast({ text: message, kind: 'info' }),
    [toast],
  )
  useSocketEvent('order_placed', onOrderPlaced)
  useSocketEvent('order_updated', onOrderUpdated)
  useSocketEvent('notice', onListingRemoved)
  useSocketEvent('session_ended', onSessionEnded)
  return null
}
