// Sends emails about unread notifications to people who are away: to a confirmed address, at most
// once an hour.
import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { consumeQuota, type Quota } from '#server/platform/limits/quotas.ts'
import { noticePage, sendPlain } from '#server/platform/pages/plain-pages.ts'
import { kinds } from './kinds.ts'
import { ensureSettings } from './settings.ts'
import { findWaiting, type Waiting } from './store.ts'

const codeQuota = { max: 5, seconds: 3600, code: 'too_many_codes' } as const satisfies Quota

const maxCodeTries = 5

const codeMinutes = 15

const maxLinesInMail = 10

const maxMailsPerRun = 50

const mailPauseMinutes = 60

/** An email is sent only after something has been unread, and its reader away, for this long. */
const awayMinutes = 15

const minutesFrom = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)

export const codeMail = (code: string) => ({
  subject: `${code} confirms your email at Dobara`,
  text: [
    'Hello,',
    `this code confirms your email at Dobara: ${code}`,
    `It is valid for ${codeMinutes} minutes. If you didn't ask for it, there is nothing to do.`,
    'Dobara',
  ].join('\n\n'),
})

/**
 * Saves a new code, which replaces the last one, and returns it with the email address. A changed
 * address is no longer confirmed. Throws session_ended, too_many_codes.
 */
export async function saveCode(
  db: Transaction<Tables>,
  accountId: string,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<{ code: string; email: string }> {
  const { personId, email } = await ensureSettings(db, accountId)
  if (isLimited) await consumeQuota(db, { key: `mail code ${personId}`, quota: codeQuota }, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db
    .updateTable('notification_settings')
    .set({
      email,
      code,
      code_expires_at: minutesFrom(now, codeMinutes),
      code_tries: 0,
      confirmed_at: sql`case when email = ${email} then confirmed_at end`,
    })
    .where('person_id', '=', personId)
    .execute()
  return { code, email }
}

/**
 * Checks a code and counts the attempt. Returns false if the code is wrong, has expired, or was
 * tried too often. Commit even then, because the attempt must be counted.
 */
export async function confirmWithCode(
  db: Db,
  accountId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { personId, email } = await ensureSettings(db, accountId)
  const settings = db.updateTable('notification_settings').where('person_id', '=', personId)
  const tried = await settings
    .set((set) => ({ code_tries: set('code_tries', '+', 1) }))
    .where('email', '=', email)
    .where('code_expires_at', '>', now)
    .where('code_tries', '<', maxCodeTries)
    .returning('code')
    .executeTakeFirst()
  if (tried?.code !== code) return false
  await settings
    .set({ confirmed_at: now, mails_are_on: true, code: null, code_expires_at: null })
    .execute()
  return true
}

type DueMail = { personId: string; email: string; token: string }

/**
 * Finds the people to email now: something has been unread for `awayMinutes`, something is new
 * since the last email, and none of their sessions was used within `awayMinutes`. Marks them as
 * emailed immediately, so that no email is sent twice, even if this process is killed before it
 * sends any.
 */
async function takeDueMails(db: Db, now: Date): Promise<DueMail[]> {
  const away = minutesFrom(now, -awayMinutes)
  const { rows } = await sql<DueMail>`
    update notification_settings set mailed_at = ${now}
    where person_id in (
      select settings.person_id from notification_settings as settings
      where confirmed_at is not null and mails_are_on
        and (mailed_at is null or mailed_at <= ${minutesFrom(now, -mailPauseMinutes)})
        and exists (
          select from accounts join notifications on account_id = accounts.id
          where accounts.person_id = settings.person_id and accounts.email = settings.email
            and status = 'active' and deleted_at is null and read_at is null
            and unread_since <= ${away}
            and notifications.created_at > coalesce(mailed_at, confirmed_at)
        )
        and not exists (
          select from accounts join sessions on account_id = accounts.id
          where accounts.person_id = settings.person_id and helper_id is null and used_at > ${away}
        )
      order by mailed_at nulls first
      limit ${maxMailsPerRun}
      for update skip locked
    )
    returning person_id as "personId", email, unsubscribe_token as token`.execute(db)
  return rows
}

/** Returns one line in which mail programs find no URL or email address to turn into a link. */
const plain = (typed: string): string =>
  typed
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/([.:/@])(?=[\p{L}\d/])/gu, '$1 ')
    .trim()
    .slice(0, 80)

const newMessages = (count: number) => (count === 1 ? 'a new message' : `${count} new messages`)

function lineOf({ kind, name, title, unread }: Waiting): string {
  const { text, namedText } = kinds[kind]
  if (kind === 'message') return `- ${plain(name)}, about “${plain(title)}”: ${newMessages(unread)}`
  return `- ${namedText ? namedText(plain(title)) : text}`
}

function waitingMail(
  waiting: readonly Waiting[],
  { origin, unsubscribe }: { origin: string; unsubscribe: string },
) {
  const messages = waiting.reduce(
    (sum, { kind, unread }) => sum + (kind === 'message' ? unread : 0),
    0,
  )
  const lines = [...new Set(waiting.map(lineOf))]
  const shown = lines.slice(0, maxLinesInMail)
  if (shown.length < lines.length) shown.push('- and more')
  return {
    subject:
      messages === 0 ? 'News at Dobara' : `${newMessages(messages)} at Dobara`.replace(/^a/, 'A'),
    text: [
      'Hello,',
      `while you were away, this came in at Dobara:\n${shown.join('\n')}`,
      `Read and answer here: ${origin}`,
      `You get at most one such email an hour. To stop them: ${unsubscribe}`,
      'Dobara',
    ].join('\n\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

const unsubscribePath = (token: string): string => `/api/mails/off/${token}`

/**
 * Emails people who are away. If sending fails, the person's next email contains the same
 * notifications.
 */
export async function sendMails(
  { db, mail, config, log, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  if (!mail) return
  const origin = originOf(config)
  for (const { personId, email, token } of await takeDueMails(db, now())) {
    if (signal.aborted) return
    const waiting = await findWaiting(db, personId, { until: now(), max: 100 })
    if (waiting.length === 0) continue
    const unsubscribe = `${origin}${unsubscribePath(token)}`
    await mail({ to: email, ...waitingMail(waiting, { origin, unsubscribe }) }).catch(
      (error: unknown) => log.error({ error }, 'a mail about what waits could not be sent'),
    )
  }
}

const pages = {
  ask: {
    title: 'No more emails?',
    text: 'You will get no more emails about messages, offers and orders. Emails about your password still come.',
    submit: 'Switch off emails',
  },
  done: {
    title: 'Emails are switched off',
    text: 'You can switch them on again in your profile.',
  },
  dead: {
    title: 'This link is no longer valid',
    text: 'You can switch off emails in your profile.',
  },
}

/**
 * The link in each email, for people and for mail programs (RFC 8058). Opening it asks for
 * confirmation; only a POST turns emails off, because mail filters also open links.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db }: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Ignores the body, because only the token matters.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, _body, done) => done(null),
    )
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: unsubscribePath(':token'),
      handler: async ({ params, method }, reply) => {
        const settings = await db
          .selectFrom('notification_settings')
          .select('person_id')
          .where('unsubscribe_token', '=', params.token)
          .executeTakeFirst()
        if (!settings) return sendPlain(reply, noticePage(404, pages.dead))
        if (method === 'GET') return sendPlain(reply, noticePage(200, pages.ask))
        await db
          .updateTable('notification_settings')
          .set({ mails_are_on: false })
          .where('person_id', '=', settings.person_id)
          .execute()
        return sendPlain(reply, noticePage(200, pages.done))
      },
    })
  })
}
