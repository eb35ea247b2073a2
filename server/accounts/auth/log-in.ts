// Logging in, and switching to one's other account: how sessions begin.
import type { logInBuyer, switchRole } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import {
  findCredentials,
  findOtherAccount,
  lockAccountsOfEmail,
  lockPerson,
} from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deviceOf, saveDevice } from './known-devices.ts'
import { checkLoginAllowed } from './login-attempts.ts'
import { deleteSurplusSessions, findSession, insertSession, type NewSession } from './store.ts'

type Credentials = { email: string; password: string }
type Caller = Pick<RequestContext<typeof logInBuyer>, 'ip' | 'userAgent' | 'cookies' | 'commit'>
type Person = { id: string; role: Role; name: string }

/** What a login answers. */
const sessionOf = ({ id, role, name }: Person, token: string) => ({
  message: 'Login successful!',
  token,
  userId: id,
  role,
  name,
})

type Opened = Pick<NewSession, 'personId' | 'userAgent' | 'login'>
/** Opens a session under the person's lock; `told` ends the live connections of those that were too many, after the commit. */
async function openSession({ config, live, log, now }: AppContext, db: Db, opened: Opened) {
  const token = newToken()
  await insertSession(db, { ...opened, tokenHash: hashToken(token), now: now() })
  const ended = config.rateLimit ? await deleteSurplusSessions(db, opened.personId) : []
  const told = () => {
    for (const session of ended)
      live.endSession(
        session,
        'You were logged out here because you logged in on many other devices.',
      )
    if (ended.length > 0)
      logSecurity(log, 'sessions_ended', { person: opened.personId, limit: 'sessions' })
  }
  return { token, told }
}

/** Opens a session for who knows the password. Throws wrong_credentials, blocked, too_many_attempts. */
export async function logIn(
  parts: AppContext,
  role: Role,
  { email, password }: Credentials,
  { ip, userAgent, cookies, commit }: Caller,
) {
  const { db, log, now } = parts
  const person = await findCredentials(db, email, role)
  const attempt = { id: newId(), personId: person?.id, role, email, ip, device: deviceOf(cookies) }
  const right = await checkLoginAllowed(parts, attempt, person?.password_hash, password)
  if (!right || !person) throw new AppError('wrong_credentials')
  const { token, told, device } = await commit(async (db) => {
    const locked = await lockPerson(db, person.id)
    if (!locked) throw new AppError('session_ended')
    // The password was changed while it was being checked.
    if (locked.password_hash !== person.password_hash) throw new AppError('wrong_credentials')
    if (locked.status === 'blocked') throw new AppError('blocked')
    const device = await saveDevice(db, { personId: person.id, cookies, now: now() })
    return { ...(await openSession(parts, db, { personId: person.id, userAgent })), device }
  })
  device.send()
  told()
  if (role === 'admin') logSecurity(log, 'admin_login', { role, person: person.id, address: ip })
  return sessionOf(person, token)
}

/** Opens a session of the caller's other account. Throws no_account_there, session_ended, blocked. */
export async function switchAccount(
  parts: AppContext,
  {
    viewer,
    userAgent,
    commit,
  }: Pick<RequestContext<typeof switchRole>, 'viewer' | 'userAgent' | 'commit'>,
) {
  const { db } = parts
  const otherRole = viewer.role === 'buyer' ? 'seller' : 'buyer'
  if (!(await findOtherAccount(db, viewer.personId, otherRole)))
    throw new AppError('no_account_there')
  const { twin, token, told } = await commit(async (db) => {
    // Whoever ends this human's sessions holds one of their accounts, and is waited for, whichever it is.
    const twin = (await lockAccountsOfEmail(db, viewer.personId)).find(
      ({ role }) => role === otherRole,
    )
    const session = await findSession(db, viewer.session)
    if (!session) throw new AppError('session_ended')
    if (!twin) throw new AppError('no_account_there')
    if (twin.status === 'blocked') throw new AppError('blocked')
    // No password was given: for what asks for one, and for its end, the session is that login's which it comes from.
    const login = { personId: session.login_id, at: session.created_at }
    return { twin, ...(await openSession(parts, db, { personId: twin.id, userAgent, login })) }
  })
  told()
  return sessionOf(twin, token)
}
