// Opens accounts. The buyer and the seller account of one email belong to one person and share a
// password. Opening the second requires that password or a session of the first.

import type { signUpBuyer } from '#contract/accounts/auth.ts'
import type {
  OpenBuyerAccount,
  OpenSellerAccount,
  openSellerAccount,
} from '#contract/accounts/other-account.ts'
import { otherSide } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { rejectCommonPassword } from '#server/accounts/auth/passwords/common-passwords.ts'
import { checkPassword, hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { quotas } from '#server/accounts/limits.ts'
import { placeOfNewSeller } from '#server/accounts/profile/places.ts'
import { rejectMarketEmails, rejectReservedNames } from '#server/accounts/reserved-names.ts'
import { isHelperEmail } from '#server/accounts/shop-helpers/store.ts'
import {
  type FollowSeller,
  findAccount,
  findAccountsByEmail,
  insertAccount,
  lockAccount,
  lockEmail,
} from '#server/accounts/store.ts'
import { otherAccountText } from '#server/accounts/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import { checkQuota, consumeQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { checkPasswordAttempt, enforceLimits } from './login-attempts.ts'
import { type AccountFields, insertOtherAccount, notifyOfOtherAccount } from './other-account.ts'
import { emailTaken, rejectBlockedAccount } from './rules.ts'
import { findSession } from './sessions.ts'

type SignupContext = AppContext & { followSeller: FollowSeller }
type SignupRequest = Pick<RequestContext<typeof signUpBuyer>, 'ip' | 'commit'>

type NewCredentials = { password: string; refuseCommon?: boolean | undefined }

/**
 * Opens an account. If the email has an account on the other side, its password is required. Takes
 * the same time for known and unknown emails. Throws email_taken, blocked, too_many_signups,
 * too_many_attempts, and malformed for a common password or a reserved email.
 */
export async function signUp(
  context: SignupContext,
  form: AccountFields & { email: string },
  { password, refuseCommon = false }: NewCredentials,
  { ip, commit }: SignupRequest,
): Promise<void> {
  const { db, config } = context
  const { role, email } = form
  rejectMarketEmails(email, config)
  await rejectCommonPassword(password, { byLongList: refuseCommon })
  await countSignup(context, ip)
  const fresh = { person_id: newId(), password_hash: await hashPassword(password) }
  const accounts = await findAccountsByEmail(db, email)
  const other = accounts.find((account) => account.role !== role)
  const attempt = {
    accountId: other?.id,
    role: otherSide(role),
    email,
    ip,
  } as const
  const isRight =
    accounts.length > 0
      ? await checkPasswordAttempt(context, attempt, other?.password_hash, password)
      : await checkPassword(undefined, password)
  const isHelper = await isHelperEmail(db, email)
  if (
    accounts.some((account) => account.role === role) ||
    (other && !isRight) ||
    (role === 'seller' && isHelper)
  ) {
    await countTakenEmail(context, ip)
    throw emailTaken()
  }
  await commit(async (db) => {
    await lockEmail(db, email)
    const locked = other && (await lockAccount(db, other.id))
    // The password was checked before the transaction. Since then, it may have changed, or another
    // account may have been opened.
    if (
      locked?.password_hash !== other?.password_hash ||
      (await findAccountsByEmail(db, email)).length !== accounts.length
    )
      throw emailTaken()
    if (locked) rejectBlockedAccount(locked)
    const { person_id, password_hash } = locked ?? fresh
    const id = newId()
    await insertAccount(db, { ...form, id, person_id, password_hash })
    await context.followSeller(db, id, { hasMoved: true })
  })
}

type OtherAccountRequest = Pick<
  RequestContext<typeof openSellerAccount>,
  'viewer' | 'ip' | 'commit'
>

/**
 * Opens the caller's other account, with the same email and password, and returns its id. Notifies
 * the owner, because somebody else may be using the session. Doesn't count towards the
 * network address's limit on sign-ups, because a person can do this only once. Throws
 * session_ended, email_taken.
 */
export async function openOtherAccount(
  context: SignupContext,
  fields: AccountFields,
  { viewer, ip, commit }: OtherAccountRequest,
): Promise<string> {
  const { db, log, now } = context
  const { email } = (await findAccount(db, viewer.accountId)) ?? {}
  if (!email) throw new AppError('session_ended')
  const { id } = await commit(async (db) => {
    await lockEmail(db, email)
    const first = await lockAccount(db, viewer.accountId)
    if (!first || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
    const notice = { text: otherAccountText(fields.role), now: now() }
    const id = await insertOtherAccount(db, first, fields, notice)
    await context.followSeller(db, id, { hasMoved: true })
    return { id }
  })
  logSecurity(log, 'second_account_opened', {
    role: fields.role,
    account: id,
    by: viewer.accountId,
    address: ip,
  })
  notifyOfOtherAccount(context, { id, ofId: viewer.accountId, role: fields.role, email })
  return id
}

/** Throws a field error for a reserved name. */
export function buyerColumns(fields: OpenBuyerAccount): AccountFields {
  rejectReservedNames(fields)
  return { ...fields, role: 'buyer' }
}

/** Throws a field error for a reserved name or an unknown PIN code. */
export function sellerColumns(fields: OpenSellerAccount): AccountFields {
  rejectReservedNames(fields)
  const { sellerType, shopName, shopAddress, phone, name, pinCode } = fields
  return {
    name,
    role: 'seller',
    phone: phone ?? null,
    seller_type: sellerType,
    shop_name: shopName ?? null,
    shop_address: shopAddress ?? null,
    ...placeOfNewSeller({ pinCode, shopAddress }),
  }
}

type SignupLimitsContext = Pick<AppContext, 'db' | 'config' | 'log' | 'now'>

const takenEmailKey = (ip: string) => `sign-up with a taken email ${ip}`

/**
 * Counts every sign-up, even one that then fails. Throws too_many_signups for too many sign-ups or
 * too many taken emails, so that nobody can test which emails are known.
 */
export async function countSignup(context: SignupLimitsContext, ip: string): Promise<void> {
  const now = context.now()
  await enforceLimits(context, { address: ip }, async (db) => {
    await checkQuota(db, { key: takenEmailKey(ip), quota: quotas.takenSignups }, now)
    await consumeQuota(db, { key: `sign-up ${ip}`, quota: quotas.signups }, now)
  })
}

export async function countTakenEmail(context: SignupLimitsContext, ip: string): Promise<void> {
  const use = { id: newId(), key: takenEmailKey(ip), seconds: quotas.takenSignups.seconds }
  if (context.config.rateLimit) await insertUses(context.db, [use], context.now())
}
