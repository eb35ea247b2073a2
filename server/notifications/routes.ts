import {
  listNotifications,
  markNotificationsRead,
  mutableNotificationKinds,
  readNotificationSettings,
  updateNotificationSettings,
} from '#contract/notifications.ts'
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
  mount(listNotifications, (query, { viewer }) => findNotifications(db, viewer.personId, query))

  mount(markNotificationsRead, async ({ upTo }, { viewer, commit }) => {
    await commit((db) => updateNotificationsRead(db, viewer.personId, now(), { upTo }))
    // The person's other devices update their unread count.
    live.emit(viewer.personId, 'notices_changed', {})
    return { message: 'All notices are read.' }
  })

  mount(readNotificationSettings, (_, { viewer }) => findSettings(db, viewer.personId))

  mount(updateNotificationSettings, async (settings, { viewer, commit }) => {
    await commit(async (db) => {
      for (const kind of mutableNotificationKinds) {
        const isOn = settings[kind]
        if (isOn !== undefined) await saveSetting(db, viewer.personId, kind, isOn)
      }
    })
    live.emit(viewer.personId, 'notices_changed', {})
    return findSettings(db, viewer.personId)
  })

  jobs.every(cleanupIntervalSeconds, 'delete old notifications', () =>
    deleteOldNotifications(db, now()),
  )
}
