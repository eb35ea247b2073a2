import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import { checkPasswordAttempt } from '#server/accounts/auth/login-attempts.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/** A login this recent needs no password for changes that would help a thief. */
const recentLoginMs = 10 * 60_000

type Caller = { viewer: Viewer; ip: string }

/**
 * Checks the caller's password and returns their account; `field` is where the form shows the
 * error. Throws wrong_password, too_many_attempts, session_ended.
 */
export async function confirmPassword(
  context: AppContext,
  { viewer, ip }: Caller,
  password: string,
  field: string,
) {
  const account = await findAccount(context.db, viewer.accountId)
  if (!account?.email) throw new AppError('session_ended')
  const { id: accountId, role, email } = account
  const attempt = { accountId, role, email, ip }
  if (!(await checkPasswordAttempt(context, attempt, account.password_hash, password)))
    throw errorOn(field, 'wrong_password')
  return account
}

/**
 * Checks the password, unless the login is recent. Throws like `confirmPassword`, and
 * password_needed with `message`.
 */
export async function confirmRecentLogin(
  context: AppContext,
  caller: Caller,
  password: string | undefined,
  message: string,
): Promise<void> {
  const session = await findSession(context.db, caller.viewer.session)
  if (!session) throw new AppError('session_ended')
  if (context.now().getTime() - session.created_at.getTime() < recentLoginMs) return
  if (password === undefined) throw errorOn('password', 'password_needed', message)
  await confirmPassword(context, caller, password, 'password')
}
