import type { Side } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { Refusal } from '#contract/errors.ts'
import type { Quota } from '#server/platform/limits.ts'
import { isCommonPassword } from './passwords.ts'

const commonMessage = 'This password is among the most common ones. Please choose another.'

/** Refuses a new password that everybody tries first; `field` is where the form shows it. */
export function refuseCommon(password: string, field = 'password'): void {
  const fields: FieldErrors = { [field]: commonMessage }
  if (isCommonPassword(password)) throw new Refusal('malformed', { message: commonMessage, fields })
}

/** So many within so many seconds: failed logins of an account from one address, of an address at all, sign-ups, and links asked for. */
export const quotas = {
  account: { most: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { most: 30, seconds: 3600, code: 'too_many_attempts' },
  signups: { most: 20, seconds: 3600, code: 'too_many_signups' },
  resets: { most: 5, seconds: 3600, code: 'too_many_resets' },
} as const satisfies Record<string, Quota>

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
