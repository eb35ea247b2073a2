import { AppError, errorCatalog, type FieldErrors } from '#contract/common/error-catalog.ts'
import { loginDelay } from '#server/accounts/limits.ts'
import { commonPasswordError, emailTakenHint } from '#server/accounts/texts.ts'

/** Returns the error for a common password; `field` is where the form shows it. */
export function commonPassword(field: string): AppError {
  const fields: FieldErrors = { [field]: commonPasswordError }
  return new AppError('malformed', { message: commonPasswordError, fields })
}

/**
 * Throws too_many_attempts for an attempt too soon after the last one. After many failures the wait
 * doubles with each, so guessing from many addresses is no faster than from one. The dates are the
 * failures of the last hour, the newest first.
 */
export function enforceLoginDelay([newest, ...earlier]: readonly Date[], now: Date): void {
  const excess = earlier.length + 1 - loginDelay.after
  if (newest === undefined || excess < 0) return
  const waitSeconds = Math.min(loginDelay.maxWaitSeconds, loginDelay.minWaitSeconds * 2 ** excess)
  const retryAfter = waitSeconds - (now.getTime() - newest.getTime()) / 1000
  if (retryAfter > 0)
    throw new AppError('too_many_attempts', { retryAfter: Math.max(1, retryAfter) })
}

/** Returns the same error for every role, so that strangers can't learn the role of an email. */
export const emailTaken = () =>
  new AppError('email_taken', {
    fields: { email: errorCatalog.email_taken[1], password: emailTakenHint },
  })

export const originOf = ({
  publicUrl,
  port,
}: {
  publicUrl: string | undefined
  port: number
}): string => publicUrl ?? `http://localhost:${port}`

export const blockedText = (reason: string | null | undefined): string =>
  `${errorCatalog.blocked[1]}${reason ? ` Reason: ${reason}` : ''}`

type Blockable = { status: 'active' | 'blocked'; blocked_reason: string | null }

/** Throws blocked if an admin blocked the account. Call this only after checking the password. */
export function rejectBlockedAccount({ status, blocked_reason }: Blockable): void {
  if (status === 'blocked') throw new AppError('blocked', { message: blockedText(blocked_reason) })
}
