import {
  listNotifications,
  markNotificationsRead,
  mutableNotificationKinds,
  readNotificationSettings,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import {
  deleteOldNotifications,
  findSettings,
  saveSetting,
  updateNotificationsRead,
} from './store.ts'
import { listNotificationRows } from './views.ts'

export function notificationRoutes(mount: Mount, { db, live, jobs, now }: AppContext): void {
  mount(listNotifications, (ask, { viewer }) => listNotificationRows(db, viewer.personId, ask))

  mount(markNotificationsRead, async ({ upTo }, { viewer, commit }) => {
    await commit((db) => updateNotificationsRead(db, viewer.personId, now(), { upTo }))
    // One's other devices take the number off their bells.
    live.emit(viewer.personId, 'notices_changed', {})
    return { message: 'All notices are read.' }
  })

  mount(readNotificationSettings, (_, { viewer }) => findSettings(db, viewer.personId))

  mount(updateNotificationSettings, async (wanted, { viewer, commit }) => {
    await commit(async (db) => {
      for (const kind of mutableNotificationKinds) {
        const on = wanted[kind]
        if (on !== undefined) await saveSetting(db, viewer.personId, kind, on)
      }
    })
    // Pages that are open keep to it too.
    live.emit(viewer.personId, 'notices_changed', {})
    return findSettings(db, viewer.personId)
  })

  jobs.every(6 * 3600, 'sweep notices', () => deleteOldNotifications(db, now()))
}
