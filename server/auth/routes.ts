import { logInAdmin, logInBuyer, logInSeller, logOut, signUpBuyer, signUpSeller, switchRole } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { findCredentials, findTwin, insertPerson } from '#server/people/store.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Mount } from '#server/platform/route.ts'
import { hashToken, newToken, type Viewer } from '#server/platform/viewer.ts'
import { checkGuarded, deleteSignup, findSignups, insertSignup } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { refuseCommon, refuseTooMany } from './rules.ts'
import { deleteSession, insertSession, sweep } from './store.ts'

type Credentials = { email: string; password: string }
type Caller = { ip: string; userAgent: string; viewer: Viewer | undefined }
type Person = { id: string; role: Role; name: string }

export function authRoutes(mount: Mount, parts: Parts): void {
  const { db, config, live, jobs, now } = parts
  async function openSession(person: Person, userAgent: string) {
    const token = newToken()
    await insertSession(db, { tokenHash: hashToken(token), personId: person.id, userAgent, now: now() })
    return { message: 'Login successful!', token, userId: person.id, role: person.role, name: person.name }
  }

  async function logIn(role: Role, { email, password }: Credentials, { ip, userAgent }: Caller) {
    const person = await findCredentials(db, email, role)
    const right = await checkGuarded(parts, { id: newId(), role, email, ip }, person?.password_hash, password)
    if (!right || !person) throw new Refusal('wrong_credentials')
    if (person.status === 'blocked') throw new Refusal('blocked')
    return openSession(person, userAgent)
  }

  /**
   * The human a new account belongs to: the one with an account in the other role under this email, if they prove it by
   * its password or by being signed in; else a new one. Without the proof, a stranger could switch into that account.
   */
  async function humanOf(role: Role, { email, password }: Credentials, { ip, viewer }: Caller): Promise<string> {
    const other = await findCredentials(db, email, role)
    if (!other) return newId()
    if (viewer?.personId === other.id) return other.human_id
    return (await checkGuarded(parts, { id: newId(), role, email, ip }, other.password_hash, password)) ? other.human_id : newId()
  }

  /** Refuses the passwords that everybody tries, and an address from which too many accounts are opened. */
  async function checkSignup(password: string, { ip }: Caller): Promise<void> {
    refuseCommon(password)
    if (!config.rateLimit) return
    const id = newId()
    await insertSignup(db, { id, ip }, now())
    try {
      refuseTooMany('signups', await findSignups(db, ip, now()), now())
    } catch (refusal) {
      await deleteSignup(db, id)
      throw refusal
    }
  }

  mount(signUpBuyer, async ({ name, address, email, password }, call) => {
    await checkSignup(password, call)
    const human_id = await humanOf('seller', { email, password }, call)
    await insertPerson(db, { id: newId(), human_id, role: 'buyer', name, address, email, password_hash: await hashPassword(password) })
    return { message: 'Signup successful! Please log in.' }
  })

  mount(signUpSeller, async ({ name, email, password, phone, sellerType, shopName, shopAddress }, call) => {
    await checkSignup(password, call)
    await insertPerson(db, {
      id: newId(),
      human_id: await humanOf('buyer', { email, password }, call),
      role: 'seller',
      name,
      email,
      phone: phone ?? null,
      seller_type: sellerType,
      shop_name: shopName ?? null,
      shop_address: shopAddress ?? null,
      password_hash: await hashPassword(password),
    })
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

  mount(switchRole, async (_, { viewer, userAgent }) => {
    const other = await findTwin(db, viewer.personId, viewer.role === 'buyer' ? 'seller' : 'buyer')
    if (!other) throw new Refusal('no_account_there')
    if (other.status === 'blocked') throw new Refusal('blocked')
    return openSession(other, userAgent)
  })

  jobs.every(600, 'sweep sessions', () => sweep(db, now()))
}
