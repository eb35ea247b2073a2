// Opening an account. A human has one password: whoever has an account with this email proves it by that, or by a session.
import type { signUpBuyer } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type {
  OpenBuyerAccount,
  OpenSellerAccount,
  openSellerAccount,
} from '#contract/second-account.ts'
import {
  findPerson,
  findSides,
  insertPerson,
  lockEmail,
  lockPerson,
  type NewPerson,
} from '#server/accounts/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deviceOf } from './known-devices.ts'
import { checkLoginAllowed, type GuardedAccount } from './login-attempts.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import {
  emailTaken,
  originOf,
  quotas,
  rejectCommonPassword,
  secondAccountMail,
  secondAccountNotice,
} from './rules.ts'
import { findSession } from './store.ts'

type Signup = { id: string; ip: string }
type Facts = Omit<NewPerson, 'id' | 'human_id' | 'password_hash' | 'role' | 'email'> & {
  role: Side
}
type Caller = Pick<RequestContext<typeof signUpBuyer>, 'ip' | 'cookies' | 'commit'>

/** The sign-ups from an address lately, but for one; the newest first. */
function findSignups(db: Db, { id, ip }: Signup, now: Date) {
  return db
    .selectFrom('signups')
    .select(['signed_up_at', 'is_taken'])
    .where('address', '=', ip)
    .where('signed_up_at', '>', quotaWindowStart(quotas.signups, now))
    .where('id', '<>', id)
    .orderBy('signed_up_at', 'desc')
    .limit(200)
    .execute()
}

/**
 * Counts a sign-up before it is carried out, whatever comes of it. Throws too_many_signups, also where many emails from this
 * address were taken: whoever tries them out learns no more by it.
 */
async function countSignup({ db, config, log, now }: GuardedAccount, ip: string): Promise<Signup> {
  const signup = { id: newId(), ip }
  if (!config.rateLimit) return signup
  await db
    .insertInto('signups')
    .values({ id: signup.id, address: ip, signed_up_at: now() })
    .execute()
  try {
    const earlier = await findSignups(db, signup, now())
    const times = (rows: typeof earlier) => rows.map((row) => row.signed_up_at)
    const taken = earlier.filter((row) => row.is_taken)
    enforceQuota(quotas.signups, times(earlier), now())
    enforceQuota(quotas.takenSignups, times(taken), now())
  } catch (refusal) {
    logSecurity(log, 'limit_reached', { limit: quotas.signups.code, address: ip })
    await db.deleteFrom('signups').where('id', '=', signup.id).execute()
    throw refusal
  }
  return signup
}

/**
 * Opens an account by a form. With an account of the other side under this email, the password must be that one's, and the
 * two belong to one human. Takes as long whether or not the email is known. Throws email_taken, blocked, too_many_signups,
 * too_many_attempts, and malformed for a password that everybody tries.
 */
export async function signUp(
  parts: AppContext,
  form: Facts & { email: string },
  password: string,
  caller: Caller,
): Promise<void> {
  rejectCommonPassword(password)
  const { db } = parts
  const { role, email } = form
  const signup = await countSignup(parts, caller.ip)
  const fresh = { human_id: newId(), password_hash: await hashPassword(password) }
  for (let isOpen = false; !isOpen; ) {
    const known = await findSides(db, email)
    const other = known.find((one) => one.role !== role)
    const attempt = {
      id: newId(),
      personId: other?.id,
      role: role === 'buyer' ? 'seller' : 'buyer',
      email,
    } as const
    const guess = { ...attempt, ip: caller.ip, device: deviceOf(caller.cookies) }
    const isRight =
      known.length > 0
        ? await checkLoginAllowed(parts, guess, other?.password_hash, password)
        : await checkPassword(undefined, password)
    if (known.some((one) => one.role === role) || (other && !isRight)) {
      await db.updateTable('signups').set({ is_taken: true }).where('id', '=', signup.id).execute()
      throw emailTaken()
    }
    isOpen = await caller.commit(async (db) => {
      await lockEmail(db, email)
      const locked = other && (await lockPerson(db, other.id))
      // Passwords are checked outside of the transaction. Where another is in force meanwhile, or another account, all begins anew.
      if (
        locked?.password_hash !== other?.password_hash ||
        (await findSides(db, email)).length !== known.length
      )
        return false
      if (locked?.status === 'blocked') throw new AppError('blocked')
      const { human_id, password_hash } = locked ?? fresh
      await insertPerson(db, { ...form, id: newId(), human_id, password_hash })
      return true
    })
  }
}

type Opener = Pick<RequestContext<typeof openSellerAccount>, 'viewer' | 'ip' | 'commit'>

/**
 * Opens the caller's account on the other side, with their email and password, and tells its owner, who may be somebody else
 * than the caller; gives its id. Throws email_taken, too_many_signups.
 */
export async function openSecondAccount(
  parts: AppContext,
  facts: Facts,
  { viewer, ip, commit }: Opener,
): Promise<string> {
  await countSignup(parts, ip)
  const { email } = (await findPerson(parts.db, viewer.personId)) ?? {}
  if (!email) throw new AppError('session_ended')
  const { id } = await commit(async (db) => {
    await lockEmail(db, email)
    const own = await lockPerson(db, viewer.personId)
    if (!own || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
    const { human_id, password_hash } = own
    const id = newId()
    await insertPerson(db, { ...facts, id, email, human_id, password_hash })
    await insertNotifications(db, [own.id, id], {
      kind: 'account',
      text: secondAccountNotice(facts.role),
      now: parts.now(),
    })
    return { id }
  })
  const { mail, jobs, live, config, log } = parts
  logSecurity(log, 'second_account_opened', {
    role: facts.role,
    person: id,
    by: viewer.personId,
    address: ip,
  })
  live.emit(viewer.personId, 'notices_changed', {})
  if (mail)
    jobs.soon(`second account mail ${id}`, () =>
      mail({ to: email, ...secondAccountMail(facts.role, originOf(config)) }),
    )
  return id
}

export const buyerColumns = (facts: OpenBuyerAccount): Facts => ({ ...facts, role: 'buyer' })

export const sellerColumns = ({
  sellerType,
  shopName,
  shopAddress,
  phone,
  name,
}: OpenSellerAccount): Facts => ({
  name,
  role: 'seller',
  phone: phone ?? null,
  seller_type: sellerType,
  shop_name: shopName ?? null,
  shop_address: shopAddress ?? null,
})
