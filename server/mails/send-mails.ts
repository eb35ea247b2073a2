import { originOf } from '#server/accounts/auth/rules.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { waitingMail } from './texts.ts'
import { findWaiting, takeDueMails } from './waiting.ts'

export const unsubscribePath = (token: string): string => `/api/mails/off/${token}`

/**
 * Mails what waits to those who are away: at most once, because they count as mailed before the
 * mail is sent. What a mail that got lost would have told stands in the next one.
 */
export async function sendMails(
  { db, mail, config, log, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  if (!mail) return
  const origin = originOf(config)
  for (const { personId, email, token } of await takeDueMails(db, now())) {
    if (signal.aborted) return
    const waiting = await findWaiting(db, personId)
    if (!waiting) continue
    const unsubscribe = `${origin}${unsubscribePath(token)}`
    await mail({ to: email, ...waitingMail(waiting, { origin, unsubscribe }) }).catch(
      (error: unknown) => log.error({ error }, 'a mail about what waits could not be sent'),
    )
  }
}
