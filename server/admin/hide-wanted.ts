import { AppError } from '#contract/common/errors.ts'
import { hideWanted, unhideWanted } from '#contract/wishlist/wanted.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { hideWantedTitle, unhideWantedTitle } from '#server/wishlist/wants/wanted.ts'
import { insertAuditEntry } from './audit.ts'

export function wantedRoutes(mount: Mount, { now }: AppContext): void {
  mount(hideWanted, async ({ id, reason }, { viewer, commit }) => {
    await commit(async (db) => {
      const name = await hideWantedTitle(db, id, now())
      if (name === undefined) throw new AppError('wanted_not_found')
      const target = { kind: 'wanted', _id: id, name } as const
      const by = { adminId: viewer.accountId, now: now() }
      await insertAuditEntry(db, { what: 'hide-wanted', target, reason, ...by })
    })
    return { message: 'Hidden from Wanted books.' }
  })
  mount(unhideWanted, async ({ id }, { viewer, commit }) => {
    await commit(async (db) => {
      const name = await unhideWantedTitle(db, id)
      if (name === undefined) throw new AppError('wanted_not_found')
      const target = { kind: 'wanted', _id: id, name } as const
      const by = { adminId: viewer.accountId, now: now() }
      await insertAuditEntry(db, { what: 'unhide-wanted', target, ...by })
    })
    return { message: 'Back on Wanted books.' }
  })
}
