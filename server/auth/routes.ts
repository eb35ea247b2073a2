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
import type { Role, Side } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { findCredentials, findTwin, insertPerson, lockEmail, lockPerson, type NewPerson } from '#server/people/store.ts'
import { newId } from '#server/platform/ids.ts'
import { refuseAbove } from '#server/platform/limits.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call, Mount } from '#server/platform/route.ts'
import { hashToken, newToken, type Viewer } from '#server/platform/viewer.ts'
import { checkGuarded, deleteSignup, findSignups, insertSignup } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { choosePassword, noteForgotten } from './reset.ts'
import { quotas, refuseCommon } from './rules.ts'
import { deleteSession, hasSession, insertSession, sweep } from './store.ts'

type Credentials = { email: string; password: string }
type Caller = { ip: string; userAgent: string; viewer: Viewer | undefined }
type Opener = Pick<Call<typeof logInBuyer>, 'userAgent' | 'commit'>
type Person = { id: string; role: Role; name: string }
type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/** What a login answers. */
const sessionOf = ({ id, role, name }: Person, token: string) => ({ message: 'Login successful!', token, userId: id, role, name })

type NewAccount = Omit<NewPerson, 'id' | 'human_id' | 'password_hash' | 'role' | 'email'> & { role: Side; email: string }
type Other = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

export function authRoutes(mount: Mount, parts: Parts): void {
  const { db, config, live, jobs, now } = parts
  /** Opens a session, unless what allowed it is no longer so: `still` looks at the person once more, under their lock. */
  async function openSession(person: Person, { userAgent, commit }: Opener, still: (locked: LockedPerson) => void) {
    const token = newToken()
    await commit(async (db) => {
      const locked = await lockPerson(db, person.id)
      if (!locked) throw new Refusal('session_ended')
      still(locked)
      if (locked.status === 'blocked') throw new Refusal('blocked')
      await insertSession(db, { tokenHash: hashToken(token), personId: person.id, userAgent, now: now() })
    })
    return sessionOf(person, token)
  }

  async function logIn(role: Role, { email, password }: Credentials, { ip, ...opener }: Opener & { ip: string }) {
    const person = await findCredentials(db, email, role)
    const right = await checkGuarded(parts, { id: newId(), role, email, ip }, person?.password_hash, password)
    if (!right || !person) throw new Refusal('wrong_credentials')
    return openSession(person, opener, (locked) => {
      // The password was changed while it was being checked.
      if (locked.password_hash !== person.password_hash) throw new Refusal('wrong_credentials')
    })
  }

  /**
   * The human a new account belongs to: the one with an account in the other role under this email, if they prove it by
   * its password or by being signed in; else a new one. Without the proof, a stranger could switch into that account.
   */
  async function humanOf(other: Other | undefined, { email, password }: Credentials, { ip, viewer }: Caller): Promise<string> {
    if (!other) return newId()
    if (viewer?.personId === other.id) return other.human_id
    const attempt = { id: newId(), role: other.role, email, ip }
    return (await checkGuarded(parts, attempt, other.password_hash, password)) ? other.human_id : newId()
  }

  /** Opens an account. Of two under one email that are opened at once, the later one sees the other: they are one human. */
  async function openAccount(form: NewAccount, password: string, caller: Caller & Pick<Call<typeof signUpBuyer>, 'commit'>): Promise<void> {
    await checkSignup(password, caller)
    const { email } = form
    const otherRole = form.role === 'buyer' ? 'seller' : 'buyer'
    const password_hash = await hashPassword(password)
    for (let isOpen = false; !isOpen; ) {
      const other = await findCredentials(db, email, otherRole)
      const human_id = await humanOf(other, { email, password }, caller)
      // Passwords are checked outside of the transaction, so an account that came meanwhile has to be looked at anew.
      isOpen = await caller.commit(async (db) => {
        await lockEmail(db, email)
        if ((await findCredentials(db, email, otherRole))?.id !== other?.id) return false
        await insertPerson(db, { ...form, id: newId(), human_id, password_hash })
        return true
      })
    }
  }

  /** Refuses the passwords that everybody tries, and an address from which too many accounts are opened. */
  async function checkSignup(password: string, { ip }: Caller): Promise<void> {
    refuseCommon(password)
    if (!config.rateLimit) return
    const id = newId()
    await insertSignup(db, { id, ip }, now())
    try {
      refuseAbove(quotas.signups, await findSignups(db, { id, ip }, now()), now())
    } catch (refusal) {
      await deleteSignup(db, id)
      throw refusal
    }
  }

  mount(signUpBuyer, async ({ password, ...form }, call) => {
    await openAccount({ ...form, role: 'buyer' }, password, call)
    return { message: 'Signup successful! Please log in.' }
  })

  mount(signUpSeller, async ({ password, sellerType, shopName, shopAddress, phone, ...form }, call) => {
    const shop = { seller_type: sellerType, shop_name: shopName ?? null, shop_address: shopAddress ?? null }
    await openAccount({ ...form, ...shop, phone: phone ?? null, role: 'seller' }, password, call)
    return { message: 'Signup successful! Please log in.' }
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
    const other = await findTwin(db, viewer.personId, viewer.role === 'buyer' ? 'seller' : 'buyer')
    if (!other) throw new Refusal('no_account_there')
    const token = newToken()
    await commit(async (db) => {
      // Whoever ends this human's sessions holds one of their accounts, and is waited for, whichever it is.
      for (const id of [viewer.personId, other.id].sort()) await lockPerson(db, id)
      if (!(await hasSession(db, viewer.session))) throw new Refusal('session_ended')
      const twin = await findTwin(db, viewer.personId, other.role)
      if (!twin) throw new Refusal('no_account_there')
      if (twin.status === 'blocked') throw new Refusal('blocked')
      await insertSession(db, { tokenHash: hashToken(token), personId: other.id, userAgent, now: now() })
    })
    return sessionOf(other, token)
  })

  mount(askForReset, (asker, { ip }) => noteForgotten(parts, asker, ip))
  mount(resetPassword, (form, call) => choosePassword(parts, form, call))

  jobs.every(600, 'sweep sessions', () => sweep(db, now()))
}
