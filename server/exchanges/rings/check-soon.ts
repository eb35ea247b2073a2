import type { AppContext } from '#server/platform/app-context.ts'
import { endRings } from './end.ts'
import { lookAtArrivals } from './find-rings.ts'
import { findWaitingRing } from './proposed.ts'

/** Looks for rings around what is new, as soon as other jobs are done. */
export const lookSoon = (context: AppContext): void =>
  context.jobs.soon('look for rings', (signal) => lookAtArrivals(context, signal))

/** After a change of somebody's books, wants or blocks: whether the ring they are in goes on. */
export type CheckRing = (accountId: string) => void

export const createCheckRing =
  (context: AppContext): CheckRing =>
  (accountId) =>
    context.jobs.soon(`check the ring of ${accountId}`, async (signal) => {
      if (!(await findWaitingRing(context.db, accountId))) return
      await endRings(context, signal)
      lookSoon(context)
    })
