import { useCallback } from 'react'
import { useLocation } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { exchangePath, orderPath, problemPath } from '#web/paths.ts'
import { useRealtimeSession, useSocketEvent } from '#web/realtime/realtime-provider.tsx'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { useSession } from '#web/session/session.ts'
import { TextLink } from '#web/ui/links.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type OrderChange = Parameters<ServerEvents['order_placed']>[0] & { problem?: true }

export function LiveToasts() {
  const toast = useToast()
  const { pathname, search } = useLocation()
  const role = useSession()?.role
  const side = role === 'seller' ? 'seller' : 'buyer'
  const { muted } = useUnreadCounts()
  const openChats = useRealtimeSession()?.chats.openChatIds
  const showOrder = useCallback(
    (change: OrderChange) => {
      const { message, chatId, orderId, exchangeId, problem } = change
      // No toast for a change that an open chat or order page shows.
      const address = pathname + search
      const isShown = [orderId, exchangeId].some((id) => id && address.includes(id))
      if (openChats?.has(chatId) || isShown) return
      const [path, label] = problem
        ? [problemPath(side, orderId), 'Open']
        : exchangeId
          ? [exchangePath(side, exchangeId), 'Swap']
          : [orderPath(side, orderId), 'Order']
      toast({
        // The other lines say where the book is handed over, which the chat and the order show.
        text: message.split('\n')[0],
        kind: problem ? 'info' : 'success',
        action: address !== path && (
          <TextLink to={path} className="rounded-box px-2 py-2 font-medium text-sm">
            {label}
          </TextLink>
        ),
      })
    },
    [toast, side, pathname, search, openChats],
  )
  const onOrderPlaced = useCallback<ServerEvents['order_placed']>(
    (order) => !muted.includes('order') && showOrder(order),
    [muted, showOrder],
  )
  const onOrderUpdated = useCallback<ServerEvents['order_updated']>(
    // No toast for the person's own step, which they may have taken on another device.
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
