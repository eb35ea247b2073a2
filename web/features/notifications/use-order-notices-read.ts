import { useEffect, useEffectEvent } from 'react'
import { markNotificationsRead } from '#contract/accounts/notifications.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'

/** Takes from the bell what is about an order whose page is looked at. */
export function useOrderNoticesRead(orderId: string): void {
  const { notices } = useUnreadCounts()
  const write = useWrite(markNotificationsRead)
  const markRead = useEffectEvent((unread: number) => {
    if (unread > 0 && document.visibilityState === 'visible')
      void write.run({ orderId }).catch(() => {})
  })
  useEffect(() => {
    const mark = () => markRead(notices)
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [notices])
}
