import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  logOut,
  requestPasswordReset,
  resetPassword,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/second-account.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logIn, switchAccount } from './log-in.ts'
import { requestReset, setNewPassword } from './reset-password.ts'
import { buyerColumns, openSecondAccount, sellerColumns, signUp } from './sign-up.ts'
import { deleteExpired, deleteSession } from './store.ts'

const signedUp = { message: 'Signup successful! Please log in.' }

export function authRoutes(mount: Mount, parts: AppContext): void {
  const { db, live, jobs, now } = parts

  mount(signUpBuyer, async ({ email, password, ...facts }, call) => {
    await signUp(parts, { ...buyerColumns(facts), email }, password, call)
    return signedUp
  })
  mount(signUpSeller, async ({ email, password, ...facts }, call) => {
    await signUp(parts, { ...sellerColumns(facts), email }, password, call)
    return signedUp
  })
  mount(openBuyerAccount, {
    create: (facts, call) => openSecondAccount(parts, buyerColumns(facts), call),
    read: async () => signedUp,
  })
  mount(openSellerAccount, {
    create: (facts, call) => openSecondAccount(parts, sellerColumns(facts), call),
    read: async () => signedUp,
  })

  mount(logInBuyer, (form, call) => logIn(parts, 'buyer', form, call))
  mount(logInSeller, (form, call) => logIn(parts, 'seller', form, call))
  mount(logInAdmin, (form, call) => logIn(parts, 'admin', form, call))

  mount(logOut, async ({ role }, { viewer, viewers }) => {
    const leaving = role === undefined ? viewer : viewers.find((one) => one.role === role)
    if (!leaving) throw new AppError('session_ended')
    await deleteSession(db, leaving.session)
    live.endSession(leaving.session, 'You have logged out.')
    return { message: 'You have logged out.' }
  })

  mount(switchRole, (_, call) => switchAccount(parts, call))

  mount(requestPasswordReset, (asker, { ip }) => requestReset(parts, asker, ip))
  mount(resetPassword, (form, call) => setNewPassword(parts, form, call))

  jobs.every(600, 'sweep sessions', () => deleteExpired(parts, now()))
}
