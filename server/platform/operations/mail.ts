import { createTransport } from 'nodemailer'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}
export type SendMail = (mail: Mail) => Promise<void>

const timeoutMs = 10_000

export const countMails =
  (send: SendMail, { mails }: Pick<Metrics, 'mails'>): SendMail =>
  (mail) =>
    send(mail).then(
      () => mails.inc({ result: 'ok' }),
      (error) => {
        mails.inc({ result: 'failed' })
        throw error
      },
    )

/**
 * Returns undefined if SMTP_URL isn't set. Logs a warning if the mail server doesn't respond
 * properly.
 */
export function createMail({ mail }: Pick<Config, 'mail'>, log: Log): SendMail | undefined {
  if (!mail) return undefined
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport
    .verify()
    .catch((error: unknown) =>
      log.warn({ error }, 'SMTP_URL: the mail server does not answer as it should'),
    )
  return async ({ to, ...rest }) => {
    // The recipient is an object, so that one address can't be parsed as two recipients.
    await transport.sendMail({ from: mail.from, to: { name: '', address: to }, ...rest })
  }
}
