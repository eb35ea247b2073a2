import type { FieldErrors } from '#contract/errors.ts'
import { Refusal } from '#contract/errors.ts'
import { isCommonPassword } from './passwords.ts'

const commonMessage = 'This password is among the most common ones. Please choose another.'

/** Refuses a new password that everybody tries first; `field` is where the form shows it. */
export function refuseCommon(password: string, field = 'password'): void {
  const fields: FieldErrors = { [field]: commonMessage }
  if (isCommonPassword(password)) throw new Refusal('malformed', { message: commonMessage, fields })
}

const limits = { account: { most: 5, seconds: 15 * 60 }, address: { most: 30, seconds: 3600 } } as const

/**
 * Turns an attempt away after 5 failures of an account and address in 15 minutes, or 30 of an address in an hour. The
 * times hold this attempt itself, oldest first.
 */
export function refuseGuessing(failures: { account: Date[]; address: Date[] }, now: Date): void {
  for (const kind of ['account', 'address'] as const) {
    const { most, seconds } = limits[kind]
    const times = failures[kind]
    const freeing = times.at(-1 - most)
    if (freeing !== undefined)
      throw new Refusal('too_many_attempts', { retryAfter: Math.max(1, seconds - (now.getTime() - freeing.getTime()) / 1000) })
  }
}
