import type { joinShop } from '#contract/accounts/shop-helpers.ts'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import { checkPasswordAttempt } from '#server/accounts/auth/login-attempts.ts'
import { rejectCommonPassword } from '#server/accounts/auth/passwords/common-passwords.ts'
import { checkPassword, hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { originOf } from '#server/accounts/auth/rules.ts'
import { countSignup, countTakenEmail } from '#server/accounts/auth/sign-up.ts'
import { rejectMarketEmails, rejectReservedNames } from '#server/accounts/reserved-names.ts'
import { emailLockKey, findAccountsByEmail } from '#server/accounts/store.ts'
import { helperJoinedMail, helperJoinedText } from '#server/accounts/texts.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKeys } from '#server/platform/database/locks.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteInvite, findInvite, helpersLockKey, insertHelper, isSellerLogin } from './store.ts'

/**
 * Makes the person who has an invitation a helper of its shop, and notifies the owner. If the email
 * has an account, its password is required. Throws invite_dead, email_taken, too_many_signups,
 * too_many_attempts, and malformed for a common password, a reserved name
 * or email, or a name that another helper of the shop has.
 */
export async function joinByInvite(
  context: AppContext,
  { token, name, email, password, refuseCommon = false }: ParsedInput<typeof joinShop>,
  { ip, commit }: Pick<RequestContext<typeof joinShop>, 'ip' | 'commit'>,
): Promise<void> {
  const { db, config, live, jobs, mail, log, now } = context
  rejectReservedNames({ name })
  rejectMarketEmails(email, config)
  await rejectCommonPassword(password, { byLongList: refuseCommon })
  await countSignup(context, ip)
  const tokenHash = hashToken(token)
  const invite = await findInvite(db, tokenHash, now())
  if (!invite) throw new AppError('invite_dead')
  const { seller_id: sellerId, email: ownerEmail } = invite
  const password_hash = await hashPassword(password)
  const [account] = await findAccountsByEmail(db, email)
  const attempt = account && { accountId: account.id, role: account.role, email, ip }
  const isRight = attempt
    ? await checkPasswordAttempt(context, attempt, account.password_hash, password)
    : await checkPassword(undefined, password)
  if ((account && !isRight) || (await isSellerLogin(db, email))) {
    await countTakenEmail(context, ip)
    throw errorOn('email', 'email_taken')
  }
  const id = newId(now().getTime())
  await commit(async (db) => {
    await lockKeys(db, [emailLockKey(email), helpersLockKey(sellerId)])
    // Another request may have used the invitation or the email before this one got the locks.
    const isOpen = await findInvite(db, tokenHash, now())
    if (!isOpen || !(await deleteInvite(db, { id: invite.id, sellerId })))
      throw new AppError('invite_dead')
    if (await isSellerLogin(db, email)) throw errorOn('email', 'email_taken')
    const created_at = now()
    await insertHelper(db, { id, seller_id: sellerId, name, email, password_hash, created_at })
    const notice = { kind: 'account', text: helperJoinedText(name), now: created_at } as const
    await insertNotifications(db, [sellerId], notice)
  })
  live.emit(sellerId, 'notices_changed', {})
  if (mail && ownerEmail !== null)
    jobs.soon(`helper mail ${id}`, () =>
      mail({ to: ownerEmail, ...helperJoinedMail(originOf(config)) }),
    )
  logSecurity(log, 'helper_joined', { role: 'seller', account: sellerId, by: id, address: ip })
}
