import { readPushSettings, subscribeToPush, unsubscribeFromPush } from '#contract/accounts/push.ts'
import { AppError } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { jobIntervalSeconds } from './policy.ts'
import { isPushService } from './rules.ts'
import { sendPush } from './send-push.ts'
import { deleteSubscription, saveSubscription, viewPush } from './store.ts'

export function pushRoutes(mount: Mount, context: AppContext): void {
  const { db, jobs, config, now } = context
  const { push } = config

  const view = async ({ session }: Viewer) => ({
    ...(push && { publicKey: push.publicKey }),
    ...(await viewPush(db, session)),
  })

  mount(readPushSettings, (_, { viewer }) => view(viewer))

  mount(subscribeToPush, async (subscription, { viewer, commit }) => {
    if (!push) throw new AppError('no_push')
    if (!isPushService(subscription.endpoint, push.testOrigin))
      throw new AppError('unknown_push_service')
    await commit((db) => saveSubscription(db, viewer.session, subscription, now()))
    return view(viewer)
  })

  mount(unsubscribeFromPush, async (_, { viewer, commit }) => {
    await commit((db) => deleteSubscription(db, viewer.session))
    return view(viewer)
  })

  if (push) jobs.every(jobIntervalSeconds, 'push what came', (signal) => sendPush(context, signal))
}
