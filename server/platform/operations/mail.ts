// Mail, through the server that SMTP_URL names.
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

export type Mail = { to: string; subject: string; text: string }
/** Sends a mail; rejects when the mail server doesn't take it. */
export type SendMail = (mail: Mail) => Promise<void>

/** A mail server that doesn't answer for so many milliseconds is given up: other jobs wait behind a mail. */
const patience = 10_000

/** How to send mail; undefined where no mail server is set. One that can't be reached is told of at start. */
export function createMail({ mail }: Pick<Config, 'mail'>, log: Log): SendMail | undefined {
  if (!mail) return undefined
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport
    .verify()
    .catch((error: unknown) =>
      log.warn({ error }, 'SMTP_URL: the mail server does not answer as it should'),
    )
  return async ({ to, ...rest }) => {
    // As an object, so that nothing in an email is read as a second recipient.
    await transport.sendMail({ from: mail.from, to: { name: '', address: to }, ...rest })
  }
}
