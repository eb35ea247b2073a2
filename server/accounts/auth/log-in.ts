import type { logInBuyer, switchRole } from '#contract/accounts/auth.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { countCode, wrongSecondFactor } from '#server/accounts/second-factor/attempts.ts'
import { hasSecondFactor, redeemCode } from '#server/accounts/second-factor/store.ts'
import { findHelper } from '#server/accounts/shop-helpers/store.ts'
import { lockAccount, lockLinkedAccounts } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { findCredentials, findSideCredentials } from './credentials.ts'
import { checkPasswordAttempt } from './login-attempts.ts'
import { rejectBlockedAccount } from './rules.ts'
import { findSession, insertSession, type NewSession } from './sessions.ts'

type Credentials = { email: string; password: string; code?: string | undefined }
type LoginRequest = Pick<RequestContext<typeof logInBuyer>, 'ip' | 'userAgent' | 'commit'>
type Person = { id: string; role: Role; name: string; helper_id?: string | null }

const loginResponse = ({ id, role, name, helper_id }: Person, token: string) => ({
  message: 'Login successful!',
  token,
  userId: id,
  role,
  name,
  ...(helper_id && { helperId: helper_id }),
})

/** Opens a session and returns its token. The caller must hold the account's lock. */
async function openSession(db: Db, session: Omit<NewSession, 'tokenHash'>): Promise<string> {
  const token = newToken()
  await insertSession(db, { ...session, tokenHash: hashToken(token) })
  return token
}

/**
 * Logs in with a password, and with a code if a second factor is set up. Buyers and sellers log in
 * to their account on the side of `role`, or else to the one on the other side; helpers log in to
 * the account of their shop. Throws
 * wrong_credentials, blocked, second_factor_needed, wrong_second_factor, too_many_attempts, and
 * session_ended if the account is deleted in the meantime.
 */
export async function logIn(
  context: AppContext,
  role: Role,
  { email, password, code }: Credentials,
  { ip, userAgent, commit }: LoginRequest,
) {
  const { db, log, now } = context
  const account =
    role === 'admin'
      ? await findCredentials(db, email, role)
      : await findSideCredentials(db, email, role)
  const helperId = account?.helper_id ?? undefined
  const attempt = { accountId: account?.id, role: account?.role ?? role, email, helperId, ip }
  const isRight = await checkPasswordAttempt(context, attempt, account?.password_hash, password)
  if (!isRight || !account) throw new AppError('wrong_credentials')
  const open = () =>
    commit(async (db) => {
      const helper = helperId === undefined ? undefined : await findHelper(db, helperId, 'share')
      const locked = await lockAccount(db, account.id)
      if (!locked) throw new AppError('session_ended')
      const { password_hash } = (helperId === undefined ? locked : helper) ?? {}
      if (password_hash !== account.password_hash) throw new AppError('wrong_credentials')
      rejectBlockedAccount(locked)
      // Checked under the lock, because a factor may be set up while the password is checked.
      if (code === undefined && (await hasSecondFactor(db, account.id)))
        throw new AppError('second_factor_needed')
      if (code !== undefined && !(await redeemCode(db, account.id, code, now()))) return undefined
      return openSession(db, { accountId: account.id, helperId, userAgent, now: now() })
    })
  const isCounted = code !== undefined && (await hasSecondFactor(db, account.id))
  const token = isCounted
    ? await countCode(context, { accountId: account.id, ip }, open)
    : await open()
  if (token === undefined) throw wrongSecondFactor()
  logSecurity(log, role === 'admin' ? 'admin_login' : 'login', {
    role: account.role,
    account: account.id,
    ...(helperId && { by: helperId }),
    address: ip,
  })
  return loginResponse(account, token)
}

/**
 * Opens a session of the caller's other account. Throws no_account_there, session_ended, blocked.
 */
export async function switchAccount(
  { log, now }: AppContext,
  {
    viewer,
    userAgent,
    ip,
    commit,
  }: Pick<RequestContext<typeof switchRole>, 'viewer' | 'userAgent' | 'ip' | 'commit'>,
) {
  const { account, token } = await commit(async (db) => {
    // Locks both accounts, because everything that ends a person's sessions locks one of them.
    const accounts = await lockLinkedAccounts(db, viewer.accountId)
    const account = accounts.find(({ id }) => id !== viewer.accountId)
    const session = await findSession(db, viewer.session)
    if (!session) throw new AppError('session_ended')
    if (!account) throw new AppError('no_account_there')
    rejectBlockedAccount(account)
    // Switching needs no password, so the new session keeps the time of the original login.
    const login = { accountId: session.login_account_id, at: session.created_at }
    const token = await openSession(db, { accountId: account.id, userAgent, login, now: now() })
    return { account, token }
  })
  logSecurity(log, 'account_switched', {
    role: account.role,
    account: account.id,
    by: viewer.accountId,
    address: ip,
  })
  return loginResponse(account, token)
}
