import {
  listNotifications,
  markNotificationsRead,
  mutableNotificationKinds,
  readNotificationSettings,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { cleanupIntervalSeconds } from './policy.ts'
import {
  deleteOldNotifications,
  findSettings,
  saveSetting,
  updateNotificationsRead,
} from './store.ts'
import { findNotifications } from './views.ts'

export function notificationRoutes(mount: Mount, { db, live, jobs, now }: AppContext): void {
  mount(listNotifications, (query, { viewer }) => findNotifications(db, viewer.accountId, query))

  mount(markNotificationsRead, async (which, { viewer, commit }) => {
    const read = await commit((db) => updateNotificationsRead(db, viewer.accountId, now(), which))
    // Other devices update their unread count.
    live.emit(read, 'notices_changed', {})
    return { message: 'All notices are read.' }
  })

  mount(readNotificationSettings, (_, { viewer }) => findSettings(db, viewer.accountId))

  mount(updateNotificationSettings, async (settings, { viewer, commit }) => {
    await commit(async (db) => {
      for (const kind of mutableNotificationKinds) {
        const isOn = settings[kind]
        if (isOn !== undefined) await saveSetting(db, viewer.accountId, kind, isOn)
      }
    })
    live.emit(viewer.accountId, 'notices_changed', {})
    return findSettings(db, viewer.accountId)
  })

  jobs.every(cleanupIntervalSeconds, 'delete old notifications', () =>
    deleteOldNotifications(db, now()),
  )
}
