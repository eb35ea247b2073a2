import {
  logInBuyer,
  logInSeller,
  logOut,
  requestPasswordReset,
  resetPassword,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/accounts/auth.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/accounts/other-account.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { requestReset, setNewPassword } from '#server/accounts/auth/passwords/reset-password.ts'
import type { FollowSeller } from '#server/accounts/store.ts'
import { loggedOutReply } from '#server/accounts/texts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { deleteExpired } from './end-sessions.ts'
import { logIn, switchAccount } from './log-in.ts'
import { deleteSession } from './sessions.ts'
import { buyerColumns, openOtherAccount, sellerColumns, signUp } from './sign-up.ts'

const cleanupIntervalSeconds = 600

const signedUp = { message: 'Signup successful! Please log in.' }

export function authRoutes(
  mount: Mount,
  app: AppContext,
  others: { followSeller: FollowSeller },
): void {
  const context = { ...app, ...others }
  const { db, live, jobs, log, now } = context

  mount(signUpBuyer, async ({ email, password, refuseCommon, ...fields }, request) => {
    const form = { ...buyerColumns(fields), email }
    await signUp(context, form, { password, refuseCommon }, request)
    return signedUp
  })
  mount(signUpSeller, async ({ email, password, refuseCommon, ...fields }, request) => {
    const form = { ...sellerColumns(fields), email }
    await signUp(context, form, { password, refuseCommon }, request)
    return signedUp
  })
  mount(openBuyerAccount, {
    create: (fields, request) => openOtherAccount(context, buyerColumns(fields), request),
    read: async () => signedUp,
  })
  mount(openSellerAccount, {
    create: (fields, request) => openOtherAccount(context, sellerColumns(fields), request),
    read: async () => signedUp,
  })

  mount(logInBuyer, (credentials, request) => logIn(context, 'buyer', credentials, request))
  mount(logInSeller, (credentials, request) => logIn(context, 'seller', credentials, request))

  mount(logOut, async ({ role }, { viewer, viewers, ip }) => {
    const loggedOut = role === undefined ? viewer : viewers.find((viewer) => viewer.role === role)
    if (!loggedOut) throw new AppError('session_ended')
    await deleteSession(db, loggedOut.session)
    live.disconnectSession(loggedOut.session, loggedOutReply)
    const { role: as, accountId: account, helper } = loggedOut
    logSecurity(log, 'logout', { role: as, account, ...(helper && { by: helper.id }), address: ip })
    return { message: loggedOutReply }
  })

  mount(switchRole, (_, request) => switchAccount(context, request))

  mount(requestPasswordReset, (input, { ip }) => requestReset(context, input, ip))
  mount(resetPassword, (input, request) => setNewPassword(context, input, request))

  jobs.every(cleanupIntervalSeconds, 'delete expired sessions', () => deleteExpired(context, now()))
}
