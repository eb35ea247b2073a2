// Push messages to the browsers of sessions.
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import webPush from 'web-push'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSentToAway, kinds } from './kinds.ts'
import { findWaiting, type Waiting } from './store.ts'

/**
 * Notifications newer than this wait for the next run, because the transactions of some may not be
 * committed yet.
 */
export const settleMs = 2000

/** For this long, a push service stores a message for a browser that is offline. */
const pushLifetimeSeconds = 24 * 3600

const pushTimeoutMs = 10_000

const pushesAtOnce = 10

const maxPushesPerRun = 5

const maxSubscriptionsPerRun = 200

/**
 * The hosts of browsers' push services. The server sends requests to no other hosts, because
 * subscribers supply the URLs.
 */
const pushServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
]

export function isPushService(endpoint: string, testOrigin?: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.username !== '' || url.password !== '') return false
  if (testOrigin !== undefined && url.origin === testOrigin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    pushServices.some((service) => service.test(url.hostname))
  )
}

export async function viewPush(db: Db, session: string) {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('shows_names')
    .where('session_hash', '=', session)
    .executeTakeFirst()
  return { isOn: row !== undefined, showsNames: row?.shows_names ?? true }
}

type NewSubscription = { endpoint: string; p256dh: string; auth: string; showsNames: boolean }

/**
 * Saves a subscription. A browser has only one URL, so the previous user of the browser gets no
 * more messages there.
 */
export async function saveSubscription(
  db: Db,
  session: string,
  { showsNames, ...browser }: NewSubscription,
  now: Date,
): Promise<void> {
  await deleteEndpoint(db, browser.endpoint)
  await deleteSubscription(db, session)
  await db
    .insertInto('push_subscriptions')
    .values({
      ...browser,
      session_hash: session,
      shows_names: showsNames,
      sent_until: now,
    })
    .execute()
}

export async function deleteSubscription(db: Db, session: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', session).execute()
}

async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

type DueSubscription = NewSubscription & { personId: string; since: Date }

/**
 * Returns the subscriptions of people with new notifications up to `until`. Marks them as notified
 * immediately, so that nothing is sent twice, even if this process is killed before it sends any
 * message.
 */
async function takeDueSubscriptions(db: Db, until: Date, now: Date): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    with due as (
      select push_subscriptions.session_hash, sent_until, me.person_id
      from push_subscriptions
        join sessions on sessions.token_hash = push_subscriptions.session_hash
        join accounts as me on me.id = sessions.account_id
      where expires_at > ${now} and me.status = 'active' and me.deleted_at is null
        and exists (
          select from accounts join notifications on account_id = accounts.id
          where accounts.person_id = me.person_id and accounts.status = 'active'
            and accounts.deleted_at is null and read_at is null and ${isSentToAway}
            and notifications.created_at > sent_until and notifications.created_at <= ${until}
        )
      limit ${maxSubscriptionsPerRun}
      for update of push_subscriptions skip locked
    )
    update push_subscriptions set sent_until = ${until} from due
    where push_subscriptions.session_hash = due.session_hash
    returning endpoint, p256dh, auth, shows_names as "showsNames", person_id as "personId",
      due.sent_until as since`.execute(db)
  return rows
}

/** A notification for the service worker, which shows only one per path. */
type PushPayload = { path: string; title: string; body: string }

export function pushPayload(waiting: Waiting, showsNames: boolean): PushPayload {
  const { text, namedText, link } = kinds[waiting.kind]
  return {
    path: link(waiting),
    title: showsNames && waiting.kind === 'message' ? waiting.name : 'Dobara',
    body: showsNames && namedText ? namedText(waiting.title) : text,
  }
}

type Keys = NonNullable<AppContext['config']['push']>

/**
 * Rejects after the time limit, because the package's own timeout doesn't end a response that
 * breaks off.
 */
const timeUp = async (): Promise<never> => {
  await setTimeout(pushTimeoutMs, undefined, { ref: false })
  throw new Error('The push service doesn’t answer.')
}

/** Sends a message. Throws a WebPushError if the push service doesn't accept it. */
const send = (
  { endpoint, p256dh, auth }: DueSubscription,
  payload: PushPayload,
  { publicKey, privateKey, contact }: Keys,
) => {
  const sent = webPush.sendNotification(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: pushLifetimeSeconds,
      timeout: pushTimeoutMs,
      // While the browser is offline, the push service keeps only the newest message of a topic.
      topic: createHash('sha256').update(payload.path).digest('base64url').slice(0, 32),
    },
  )
  return Promise.race([sent, timeUp()])
}

/**
 * Sends new notifications to subscribed browsers, each at most once. Deletes URLs that the push
 * service no longer knows.
 */
export async function sendPush(
  { db, config, log, metrics, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  const keys = config.push
  if (!keys) return
  const until = new Date(now().getTime() - settleMs)
  const due = await takeDueSubscriptions(db, until, now())

  async function sendTo(subscription: DueSubscription, keys: Keys): Promise<void> {
    const { endpoint, showsNames, personId, since } = subscription
    // The host may have been removed from the list of push services since the subscription.
    if (!isPushService(endpoint, keys.testOrigin)) return deleteEndpoint(db, endpoint)
    const waiting = await findWaiting(db, personId, { since, until, max: maxPushesPerRun })
    for (const one of waiting.reverse())
      try {
        await send(subscription, pushPayload(one, showsNames), keys)
        metrics.pushes.inc({ result: 'ok' })
      } catch (error) {
        if (!(error instanceof webPush.WebPushError)) throw error
        const { statusCode: status } = error
        const isGone = status === 404 || status === 410
        metrics.pushes.inc({ result: isGone ? 'gone' : 'refused' })
        if (isGone) return deleteEndpoint(db, endpoint)
        log.warn({ status }, 'a push service refused')
      }
  }
  while (due.length > 0 && !signal.aborted)
    await Promise.all(
      due.splice(0, pushesAtOnce).map((subscription) =>
        sendTo(subscription, keys).catch((error: unknown) => {
          metrics.pushes.inc({ result: 'failed' })
          log.warn({ error }, 'a push message could not be sent')
        }),
      ),
    )
}
