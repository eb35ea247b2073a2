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
import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/second-account.ts'
import { findCredentials, findTwin, lockHuman, lockPerson } from '#server/people/store.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call, Mount } from '#server/platform/route.ts'
import { logSecurity } from '#server/platform/security-log.ts'
import { hashToken, newToken } from '#server/platform/viewer.ts'
import { checkGuarded } from './attempts.ts'
import { deviceOf, keepDevice } from './devices.ts'
import { choosePassword, noteForgotten } from './reset.ts'
import { buyerFacts, openByForm, openFromSession, sellerFacts } from './sign-up.ts'
import { deleteSession, deleteSurplusSessions, findSession, insertSession, type NewSession, sweep } from './store.ts'

type Credentials = { email: string; password: string }
type Caller = Pick<Call<typeof logInBuyer>, 'ip' | 'userAgent' | 'cookies' | 'commit'>
type Person = { id: string; role: Role; name: string }

/** What a login answers. */
const sessionOf = ({ id, role, name }: Person, token: string) => ({ message: 'Login successful!', token, userId: id, role, name })

const signedUp = { message: 'Signup successful! Please log in.' }

export function authRoutes(mount: Mount, parts: Parts): void {
  const { db, config, live, log, jobs, now } = parts

  type Opened = Pick<NewSession, 'personId' | 'userAgent' | 'login'>
  /** Opens a session under the person's lock; `told` ends the live connections of those that were too many, after the commit. */
  async function openSession(db: Db, opened: Opened) {
    const token = newToken()
    await insertSession(db, { ...opened, tokenHash: hashToken(token), now: now() })
    const ended = config.rateLimit ? await deleteSurplusSessions(db, opened.personId) : []
    const told = () => {
      for (const session of ended) live.endSession(session, 'You were logged out here because you logged in on many other devices.')
      if (ended.length > 0) logSecurity(log, 'sessions_ended', { person: opened.personId, limit: 'sessions' })
    }
    return { token, told }
  }

  async function logIn(role: Role, { email, password }: Credentials, { ip, userAgent, cookies, commit }: Caller) {
    const person = await findCredentials(db, email, role)
    const attempt = { id: newId(), personId: person?.id, role, email, ip, device: deviceOf(cookies) }
    const right = await checkGuarded(parts, attempt, person?.password_hash, password)
    if (!right || !person) throw new Refusal('wrong_credentials')
    const { token, told, device } = await commit(async (db) => {
      const locked = await lockPerson(db, person.id)
      if (!locked) throw new Refusal('session_ended')
      // The password was changed while it was being checked.
      if (locked.password_hash !== person.password_hash) throw new Refusal('wrong_credentials')
      if (locked.status === 'blocked') throw new Refusal('blocked')
      const device = await keepDevice(db, { personId: person.id, cookies, now: now() })
      return { ...(await openSession(db, { personId: person.id, userAgent })), device }
    })
    device.send()
    told()
    if (role === 'admin') logSecurity(log, 'admin_login', { role, person: person.id, address: ip })
    return sessionOf(person, token)
  }

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

  mount(logInBuyer, (form, call) => logIn('buyer', form, call))
  mount(logInSeller, (form, call) => logIn('seller', form, call))
  mount(logInAdmin, (form, call) => logIn('admin', form, call))

  mount(logOut, async ({ role }, { viewer, viewers }) => {
    const leaving = role === undefined ? viewer : viewers.find((one) => one.role === role)
    if (!leaving) throw new Refusal('session_ended')
    await deleteSession(db, leaving.session)
    live.endSession(leaving.session, 'You have logged out.')
    return { message: 'You have logged out.' }
  })

  mount(switchRole, async (_, { viewer, userAgent, commit }) => {
    const otherRole = viewer.role === 'buyer' ? 'seller' : 'buyer'
    if (!(await findTwin(db, viewer.personId, otherRole))) throw new Refusal('no_account_there')
    const { twin, token, told } = await commit(async (db) => {
      // Whoever ends this human's sessions holds one of their accounts, and is waited for, whichever it is.
      const twin = (await lockHuman(db, viewer.personId)).find(({ role }) => role === otherRole)
      const session = await findSession(db, viewer.session)
      if (!session) throw new Refusal('session_ended')
      if (!twin) throw new Refusal('no_account_there')
      if (twin.status === 'blocked') throw new Refusal('blocked')
      // No password was given: for what asks for one, and for its end, the session is that login's which it comes from.
      const login = { personId: session.login_id, at: session.created_at }
      return { twin, ...(await openSession(db, { personId: twin.id, userAgent, login })) }
    })
    told()
    return sessionOf(twin, token)
  })

  mount(askForReset, (asker, { ip }) => noteForgotten(parts, asker, ip))
  mount(resetPassword, (form, call) => choosePassword(parts, form, call))

  jobs.every(600, 'sweep sessions', () => sweep(parts, now()))
}
