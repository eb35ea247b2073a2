import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { AppContext } from '#server/platform/app-context.ts'
import { concurrency, settleMs, timeoutMs, ttlSeconds } from './policy.ts'
import { isPushService } from './rules.ts'
import {
  type DueSubscription,
  deleteEndpoint,
  findUnreadNotifications,
  takeDueSubscriptions,
} from './store.ts'
import { type PushPayload, pushPayload } from './texts.ts'

type Keys = NonNullable<AppContext['config']['push']>

/** Of what waits for an offline browser, the push service keeps the last for each tag. */
const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** Returns the push service's status. It is never followed elsewhere. */
async function post(
  { endpoint, p256dh, auth }: DueSubscription,
  payload: PushPayload,
  { publicKey, privateKey, contact }: Keys,
): Promise<number> {
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency: 'normal',
      topic: topicOf(payload.tag),
    },
  )
  const response = await fetch(request.endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(request.body ?? []),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  return response.status
}

/**
 * Tells the browsers of those who subscribed what came since the last run, each thing at most once.
 * Addresses that the push service doesn't know any more are deleted.
 */
export async function sendPush(
  { db, config, log, metrics, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  const keys = config.push
  if (!keys) return
  const until = new Date(now().getTime() - settleMs)
  const due = await takeDueSubscriptions(db, until, now())

  async function sendTo(subscription: DueSubscription): Promise<void> {
    const { endpoint, showsNames } = subscription
    // The list of push services may be shorter than when somebody subscribed.
    if (!isPushService(endpoint, keys?.testOrigin)) return deleteEndpoint(db, endpoint)
    const notifications = await findUnreadNotifications(db, subscription, until)
    for (const notification of notifications.reverse()) {
      const payload = pushPayload(notification, showsNames)
      const status = keys && (await post(subscription, payload, keys))
      const isGone = status === 404 || status === 410
      const isRefused = !isGone && status !== undefined && status >= 300
      metrics.pushes.inc({ result: isGone ? 'gone' : isRefused ? 'refused' : 'ok' })
      if (isGone) return deleteEndpoint(db, endpoint)
      if (isRefused) log.warn({ status }, 'a push service refused')
    }
  }
  while (due.length > 0 && !signal.aborted)
    await Promise.all(
      due.splice(0, concurrency).map((subscription) =>
        sendTo(subscription).catch((error: unknown) => {
          metrics.pushes.inc({ result: 'failed' })
          log.warn({ error }, 'a push message could not be sent')
        }),
      ),
    )
}
