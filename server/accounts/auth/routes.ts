import {
  askForReset,
  logInAdmin,
  logInBuyer,
  logInSeller,
  logOut,
  resetPassword,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/auth.ts'
import { Refusal } from '#contract/errors.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/second-account.ts'
import type { Parts } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { logIn, switchAccount } from './log-in.ts'
import { choosePassword, noteForgotten } from './reset-password.ts'
import { buyerFacts, openByForm, openFromSession, sellerFacts } from './sign-up.ts'
import { deleteSession, sweep } from './store.ts'

const signedUp = { message: 'Signup successful! Please log in.' }

export function authRoutes(mount: Mount, parts: Parts): void {
  const { db, live, jobs, now } = parts

  mount(signUpBuyer, async ({ email, password, ...facts }, call) => {
    await openByForm(parts, { ...buyerFacts(facts), email }, password, call)
    return signedUp
  })
  mount(signUpSeller, async ({ email, password, ...facts }, call) => {
    await openByForm(parts, { ...sellerFacts(facts), email }, password, call)
    return signedUp
  })
  mount(openBuyerAccount, {
    make: (facts, call) => openFromSession(parts, buyerFacts(facts), call),
    read: async () => signedUp,
  })
  mount(openSellerAccount, {
    make: (facts, call) => openFromSession(parts, sellerFacts(facts), call),
    read: async () => signedUp,
  })

  mount(logInBuyer, (form, call) => logIn(parts, 'buyer', form, call))
  mount(logInSeller, (form, call) => logIn(parts, 'seller', form, call))
  mount(logInAdmin, (form, call) => logIn(parts, 'admin', form, call))

  mount(logOut, async ({ role }, { viewer, viewers }) => {
    const leaving = role === undefined ? viewer : viewers.find((one) => one.role === role)
    if (!leaving) throw new Refusal('session_ended')
    await deleteSession(db, leaving.session)
    live.endSession(leaving.session, 'You have logged out.')
    return { message: 'You have logged out.' }
  })

  mount(switchRole, (_, call) => switchAccount(parts, call))

  mount(askForReset, (asker, { ip }) => noteForgotten(parts, asker, ip))
  mount(resetPassword, (form, call) => choosePassword(parts, form, call))

  jobs.every(600, 'sweep sessions', () => sweep(parts, now()))
}
