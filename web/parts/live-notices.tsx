// Tells a signed-in person what happened elsewhere: an order made for them, a status that changed, a session that ended.
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { useLiveEvent } from '#web/data/live.tsx'
import { useSession } from '#web/data/session.ts'
import { paths } from '#web/paths.ts'
import { useNotice } from '#web/ui/notices.tsx'

export function LiveNotices() {
  const notify = useNotice()
  const role = useSession()?.role
  const orders = role === 'seller' ? paths.seller.orders : paths.buyer.orders
  const onOrder = useCallback(
    ({ message }: { message: string }) =>
      notify({
        text: message,
        kind: 'good',
        action: (
          <Link to={orders} className="rounded-box px-2 py-2 font-medium text-leaf text-sm underline">
            Orders
          </Link>
        ),
      }),
    [notify, orders],
  )
  const onEnd = useCallback<ServerEvents['session_ended']>(({ message }) => notify({ text: message, kind: 'info' }), [notify])
  useLiveEvent('order_placed', onOrder)
  useLiveEvent('order_updated', onOrder)
  useLiveEvent('session_ended', onEnd)
  return null
}
