import { AppError, errorCatalog } from '#contract/common/errors.ts'
import { findPerson } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Cookies } from '#server/platform/http/request-context.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { readDeviceHash } from './known-devices.ts'
import { checkPasswordAttempt } from './login-attempts.ts'

type Caller = { viewer: Viewer; ip: string; cookies: Cookies }

/**
 * Checks the caller's password and returns their row of `people`; `field` is where the form shows
 * the error. Throws wrong_password, too_many_attempts, session_ended.
 */
export async function confirmPassword(
  context: AppContext,
  { viewer, ip, cookies }: Caller,
  password: string,
  field: string,
) {
  const person = await findPerson(context.db, viewer.personId)
  if (!person?.email) throw new AppError('session_ended')
  const { id: personId, role, email } = person
  const attempt = { id: newId(), personId, role, email, ip, device: readDeviceHash(cookies) }
  if (!(await checkPasswordAttempt(context, attempt, person.password_hash, password)))
    throw new AppError('wrong_password', { fields: { [field]: errorCatalog.wrong_password[1] } })
  return person
}
