// Tells a signed-in person what happened elsewhere: an order made for them, a status that changed, a session that ended.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { isOpen } from '#web/data/chat.ts'
import { useLiveEvent } from '#web/data/live.tsx'
import { useSession } from '#web/data/session.ts'
import { paths } from '#web/paths.ts'
import { useNotice } from '#web/ui/notices.tsx'

/** News that comes so soon after one's own write is of that write. */
const ownMs = 3000

export function LiveNotices() {
  const notify = useNotice()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const role = useSession()?.role
  const orders = role === 'seller' ? paths.seller.orders : paths.buyer.orders
  const onOrder = useCallback(
    ({ message, chatId }: { message: string; chatId: string }) => {
      // Who did it, or reads it in the open chat, knows already.
      const justWrote = client
        .getMutationCache()
        .getAll()
        .some(({ state, meta }) => state.submittedAt > Date.now() - ownMs && (meta?.changes as string[] | undefined)?.includes('orders'))
      if (justWrote || isOpen(chatId)) return
      notify({
        text: message,
        kind: 'good',
        action: pathname !== orders && (
          <Link to={orders} className="rounded-box px-2 py-2 font-medium text-leaf text-sm underline">
            Orders
          </Link>
        ),
      })
    },
    [client, notify, orders, pathname],
  )
  const onEnd = useCallback<ServerEvents['session_ended']>(({ message }) => notify({ text: message, kind: 'info' }), [notify])
  const onNotice = useCallback<ServerEvents['notice']>(({ message }) => notify({ text: message, kind: 'info' }), [notify])
  useLiveEvent('notice', onNotice)
  useLiveEvent('order_placed', onOrder)
  useLiveEvent('order_updated', onOrder)
  useLiveEvent('session_ended', onEnd)
  return null
}
