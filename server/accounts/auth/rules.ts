import type { Role, Side } from '#contract/endpoint.ts'
import { AppError, errorCatalog, type FieldErrors } from '#contract/errors.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'
import { isCommonPassword } from './passwords.ts'

const commonMessage = 'This password is among the most common ones. Please choose another.'

/** Refuses a new password that everybody tries first; `field` is where the form shows it. */
export function rejectCommonPassword(password: string, field = 'password'): void {
  const fields: FieldErrors = { [field]: commonMessage }
  if (isCommonPassword(password))
    throw new AppError('malformed', { message: commonMessage, fields })
}

/**
 * So many within so many seconds: wrong passwords of an account from one address, from a browser that it knows, and of an
 * address at all; sign-ups, those of them whose email was taken, and links asked for, by address.
 */
export const quotas = {
  account: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  device: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { max: 30, seconds: 3600, code: 'too_many_attempts' },
  signups: { max: 20, seconds: 3600, code: 'too_many_signups' },
  takenSignups: { max: 10, seconds: 3600, code: 'too_many_signups' },
  resets: { max: 5, seconds: 3600, code: 'too_many_resets' },
} as const satisfies Record<string, Quota>

/** From so many wrong passwords of an email within an hour on, from wherever they came, each further try has to wait. */
export const loginDelay = {
  after: 20,
  seconds: 3600,
  firstWaitSeconds: 15,
  mostWaitSeconds: 15 * 60,
} as const

/**
 * Refuses a try that comes too soon after the last wrong one: the wait doubles with each, so that many addresses together
 * guess no faster than one. `failures` are those of the last hour, the newest first. Throws too_many_attempts.
 */
export function enforceLoginDelay([newest, ...earlier]: readonly Date[], now: Date): void {
  const above = earlier.length + 1 - loginDelay.after
  if (newest === undefined || above < 0) return
  const waitSeconds = Math.min(loginDelay.mostWaitSeconds, loginDelay.firstWaitSeconds * 2 ** above)
  const retryAfter = waitSeconds - (now.getTime() - newest.getTime()) / 1000
  if (retryAfter > 0)
    throw new AppError('too_many_attempts', { retryAfter: Math.max(1, retryAfter) })
}

const dayMs = 86_400_000

/** A session lives so many days after its last use. */
export const sessionDays = 30
/** However much it is used, so many days after the login. */
const lifetimeDays: Record<Role, number> = { buyer: 90, seller: 90, admin: 0.5 }

/** When a session that is used now ends, unless it is used again. */
export const sessionEnd = (role: Role, loggedInAt: Date, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + sessionDays * dayMs,
      loggedInAt.getTime() + lifetimeDays[role] * dayMs,
    ),
  )

/** An account has at most so many sessions. */
export const maxSessions = 20

/** An account knows so many browsers, each so many days after the last login from it. */
export const knownDevices = { max: 10, days: 180 } as const
export const deviceEnd = (now: Date): Date => new Date(now.getTime() + knownDevices.days * dayMs)

/** Refuses a second account, in the same words whichever role has the email: they tell a stranger no more than that it is taken. */
export const emailTaken = () =>
  new AppError('email_taken', {
    fields: {
      email: errorCatalog.email_taken[1],
      password: 'If it is yours, log in, or use the password that you have there.',
    },
  })

/** Where links in mails lead to. */
export const originOf = ({
  publicUrl,
  port,
}: {
  publicUrl: string | undefined
  port: number
}): string => publicUrl ?? `http://localhost:${port}`

/** How many minutes the link to a new password works. */
export const linkMinutes = 10
export const linkEnd = (now: Date): Date => new Date(now.getTime() + linkMinutes * 60_000)

/** The page that chooses a new password. In the fragment, which browsers keep to themselves, the token stands in no log. */
export const linkPath = (token: string): string => `/reset-password#${token}`

/** The mail that brings a link. Not even the account's name stands in it: a stranger may have chosen that, to say something of theirs. */
export const resetMail = (side: Side, link: string) => ({
  subject: 'Choose a new password for Dobara',
  text: [
    'Hello,',
    `somebody asked for a new password for the ${side} account with this email at Dobara. If that was you, choose it here:`,
    link,
    `The link works once, within ${linkMinutes} minutes. If it wasn't you, there is nothing to do: your password stays as it is.`,
    'Dobara',
  ].join('\n\n'),
})

/** What the bell says after a change of the password. */
export const passwordNotice =
  'Your password was changed. If that wasn’t you, choose a new one by “Forgot password?” at the login.'

/** What the bell of both accounts says after the other one was opened from a session. */
export const secondAccountNotice = (side: Side) =>
  `A ${side} account was opened with your email, by somebody who was logged in as you. If that wasn’t you, change your password.`

/** The mail that tells of it, without a word that somebody may have chosen. */
export const secondAccountMail = (side: Side, origin: string) => ({
  subject: `A ${side} account was opened with your email`,
  text: [
    'Hello,',
    `a ${side} account was opened at Dobara just now, by somebody who was logged in to the other account with this email. It has the same password.`,
    `If that was you, there is nothing to do. If it wasn't, choose a new password at once, which logs out everybody else: ${origin}/?login=${side}&forgot=1`,
    'Dobara',
  ].join('\n\n'),
})

/** The mail that tells of a changed password; like the one with a link, without a word that somebody may have chosen. */
export const passwordChangedMail = (role: Role, origin: string) => ({
  subject: 'Your password for Dobara was changed',
  text: [
    'Hello,',
    'the password for the account with this email at Dobara was changed just now. If that was you, there is nothing to do.',
    role === 'admin'
      ? "If it wasn't you, tell whoever runs Dobara at once."
      : `If it wasn't you, choose a new one at once: ${origin}/?login=${role}&forgot=1`,
    'Dobara',
  ].join('\n\n'),
})
