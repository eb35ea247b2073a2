import {
  confirmEmail,
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
  sendMailCode,
  subscribeToPush,
  unsubscribeFromPush,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { codeMail, confirmWithCode, saveCode, sendMails } from './mail.ts'
import { deleteSubscription, isPushService, saveSubscription, sendPush } from './push.ts'
import { saveSwitches, viewSettings } from './settings.ts'
import { deleteOldNotifications, findNotifications, updateNotificationsRead } from './store.ts'

const cleanupIntervalSeconds = 6 * 3600

const pushIntervalSeconds = 5

const mailIntervalSeconds = 60

export function notificationRoutes(mount: Mount, context: AppContext): void {
  const { db, live, jobs, mail, config, now } = context
  const { push } = config

  mount(listNotifications, (query, { viewer }) => findNotifications(db, viewer, query))

  mount(markNotificationsRead, async (which, { viewer, commit }) => {
    const read = await commit((db) => updateNotificationsRead(db, viewer, now(), which))
    // The event makes other devices update their counts.
    live.emit(read, 'notices_changed', {})
    return { message: 'All notices are read.' }
  })

  mount(readNotificationSettings, (_, { viewer }) => viewSettings(context, viewer))

  mount(updateNotificationSettings, async (switches, { viewer, commit }) => {
    await commit((db) => saveSwitches(db, viewer.accountId, viewer.role as Side, switches))
    live.emit(viewer.accountId, 'notices_changed', {})
    return viewSettings(context, viewer)
  })

  mount(sendMailCode, async (_, { viewer, commit }) => {
    if (!mail) throw new AppError('no_mail')
    const { code, email } = await commit((db) =>
      saveCode(db, viewer.accountId, { now: now(), isLimited: config.rateLimit }),
    )
    jobs.soon(`mail code ${newId()}`, () => mail({ to: email, ...codeMail(code) }))
    return { message: `We sent a code to ${email}.` }
  })

  mount(confirmEmail, async ({ code }, { viewer, commit }) => {
    const isRight = await commit((db) => confirmWithCode(db, viewer.accountId, code, now()))
    if (!isRight) throw new AppError('wrong_mail_code')
    return viewSettings(context, viewer)
  })

  mount(subscribeToPush, async (subscription, { viewer, commit }) => {
    if (!push) throw new AppError('no_push')
    if (!isPushService(subscription.endpoint, push.testOrigin))
      throw new AppError('unknown_push_service')
    await commit((db) => saveSubscription(db, viewer.session, subscription, now()))
    return viewSettings(context, viewer)
  })

  mount(unsubscribeFromPush, async (_, { viewer, commit }) => {
    await commit((db) => deleteSubscription(db, viewer.session))
    return viewSettings(context, viewer)
  })

  jobs.every(cleanupIntervalSeconds, 'delete old notifications', () =>
    deleteOldNotifications(db, now()),
  )
  if (mail)
    jobs.every(mailIntervalSeconds, 'mail what waits', (signal) => sendMails(context, signal))
  if (push) jobs.every(pushIntervalSeconds, 'push what came', (signal) => sendPush(context, signal))
}
