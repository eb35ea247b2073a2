import {
  listNotices,
  mutableKinds,
  readNoticeSwitches,
  readNotices,
  setNoticeSwitches,
} from '#contract/notices.ts'
import type { Parts } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { findSwitches, saveSwitch, sweepNotices, updateNoticesRead } from './store.ts'
import { listNoticeRows } from './views.ts'

export function noticeRoutes(mount: Mount, { db, live, jobs, now }: Parts): void {
  mount(listNotices, (ask, { viewer }) => listNoticeRows(db, viewer.personId, ask))

  mount(readNotices, async ({ upTo }, { viewer, commit }) => {
    await commit((db) => updateNoticesRead(db, viewer.personId, now(), { upTo }))
    // One's other devices take the number off their bells.
    live.tell(viewer.personId, 'notices_changed', {})
    return { message: 'All notices are read.' }
  })

  mount(readNoticeSwitches, (_, { viewer }) => findSwitches(db, viewer.personId))

  mount(setNoticeSwitches, async (wanted, { viewer, commit }) => {
    await commit(async (db) => {
      for (const kind of mutableKinds) {
        const on = wanted[kind]
        if (on !== undefined) await saveSwitch(db, viewer.personId, kind, on)
      }
    })
    // Pages that are open keep to it too.
    live.tell(viewer.personId, 'notices_changed', {})
    return findSwitches(db, viewer.personId)
  })

  jobs.every(6 * 3600, 'sweep notices', () => sweepNotices(db, now()))
}
