import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { listNotifications, type UserNotification } from '#contract/accounts/notifications.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { readKey } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'

/** Every reader of the newest notifications uses this input, so that all share one cache entry. */
export const notificationsInput = { limit: 20 } as const

export function useNewestNotificationId(): () => string | undefined {
  const client = useQueryClient()
  const key = [...readKey(listNotifications, notificationsInput, useSession()?.userId), 'pages']
  return () =>
    client.getQueryData<InfiniteData<Page<UserNotification>>>(key)?.pages[0]?.rows[0]?._id
}
