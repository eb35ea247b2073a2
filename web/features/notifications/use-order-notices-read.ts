import { useEffect, useEffectEvent, useRef } from 'react'
import { markNotificationsRead } from '#contract/accounts/notifications.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'

/** Takes from the bell what is about an order whose page is looked at. */
export function useOrderNoticesRead(orderId: string): void {
  const { notices } = useUnreadCounts()
  const write = useWrite(markNotificationsRead)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const markRead = useEffectEvent((order: string, unread: number) => {
    if (unread === 0 || document.visibilityState !== 'visible') return
    // One after another: while one is sent, `useWrite` drops the next.
    last.current = last.current.then(() => write.run({ orderId: order })).catch(() => {})
  })
  useEffect(() => {
    const mark = () => markRead(orderId, notices)
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [orderId, notices])
}
