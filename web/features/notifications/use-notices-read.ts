import { useEffect, useEffectEvent, useRef } from 'react'
import { markNotificationsRead } from '#contract/accounts/notifications.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'

/**
 * Marks the notifications about the visible page as read, and does this again whenever the number
 * of unread notifications changes or the page shows something new.
 */
function useNoticesRead(about: 'orderId' | 'exchangeId', id: string, newest?: string): void {
  const { notices } = useUnreadCounts()
  const write = useWrite(markNotificationsRead)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const markRead = useEffectEvent((shown: string, unread: number) => {
    if (unread === 0 || document.visibilityState !== 'visible') return
    // Calls are made one after another, because `useWrite` ignores a call while another one is
    // pending.
    last.current = last.current.then(() => write.run({ [about]: shown })).catch(() => {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` says that there is more to read
  useEffect(() => {
    const mark = () => markRead(id, notices)
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, notices, newest])
}

export const useOrderNoticesRead = (orderId: string): void => useNoticesRead('orderId', orderId)

/** `newest` changes whenever the page shows something new, such as a message. */
export const useExchangeNoticesRead = (exchangeId: string, newest: string | undefined): void =>
  useNoticesRead('exchangeId', exchangeId, newest)
