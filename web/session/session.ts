// Who is signed in here: kept under the storage keys that the specification names, shared by all tabs.
import { useSyncExternalStore } from 'react'
import type { NewSession } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import { endSession } from './ended-sessions.ts'
import { clearSeen } from './seen-data.ts'

export type Session = { token: string; userId: string; role: Role; name: string }

const keys = {
  token: 'token',
  adminToken: 'adminToken',
  userId: 'userId',
  userRole: 'userRole',
  userName: 'userName',
} as const
const changed = 'dobara:session'

/** Storage can be full or forbidden; then a session lasts as long as the page. */
const memory = new Map<string, string>()
const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return memory.get(key)
  }
}
const write = (key: string, value: string | undefined) => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
  }
}

let last: { raw: string; session: Session | null } | undefined

/** The buyer or seller signed in here; null when there is none. The same object while nothing changes. */
export function currentSession(): Session | null {
  const raw = JSON.stringify([
    read(keys.token),
    read(keys.userId),
    read(keys.userRole),
    read(keys.userName),
  ])
  if (last?.raw === raw) return last.session
  const [token, userId, role, name] = JSON.parse(raw) as (string | null)[]
  const known = role === 'buyer' || role === 'seller'
  last = {
    raw,
    session: token && userId && known ? { token, userId, role, name: name ?? '' } : null,
  }
  return last.session
}

export const currentAdminToken = (): string | undefined => read(keys.adminToken)

/** Keeps the credentials of a login; an admin's stand beside a buyer's or seller's. */
export function saveSession(login: NewSession): void {
  // Who logs in over somebody else, or switches to the other account, ends the session that was there.
  const person = currentSession()
  const before = login.role === 'admin' ? currentAdminToken() : person?.token
  if (before !== undefined && before !== login.token) endSession(before)
  const isSamePerson =
    before === undefined || before === login.token || person?.userId === login.userId
  if (!isSamePerson) void clearSeen()
  if (login.role === 'admin') write(keys.adminToken, login.token)
  else {
    write(keys.token, login.token)
    write(keys.userId, login.userId)
    write(keys.userRole, login.role.toLowerCase())
    write(keys.userName, login.name)
  }
  window.dispatchEvent(new Event(changed))
}

/** Follows a changed name. */
export function renameSession(name: string): void {
  if (!currentSession()) return
  write(keys.userName, name)
  window.dispatchEvent(new Event(changed))
}

/** Forgets the buyer or seller, or with 'admin' the admin. */
export function clearSession(kind: 'person' | 'admin' = 'person'): void {
  const gone =
    kind === 'admin' ? [keys.adminToken] : [keys.token, keys.userId, keys.userRole, keys.userName]
  for (const key of gone) write(key, undefined)
  void clearSeen()
  window.dispatchEvent(new Event(changed))
}

/** Calls back whenever somebody signs in or out, in this tab or another. */
export function onSessionChange(call: () => void): () => void {
  window.addEventListener(changed, call)
  window.addEventListener('storage', call)
  return () => {
    window.removeEventListener(changed, call)
    window.removeEventListener('storage', call)
  }
}

/** The admin's token; null when no admin is signed in here, undefined while the page is still the server's. */
export function useAdmin(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    onSessionChange,
    () => currentAdminToken() ?? null,
    () => undefined,
  )
}

/** The session; undefined while the page is still the server's, which knows nobody. */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore<Session | null | undefined>(
    onSessionChange,
    currentSession,
    () => undefined,
  )
}
