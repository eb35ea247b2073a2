// The logged-in person, stored in localStorage, so that all tabs share it. The specification names
// the keys.
import { useSyncExternalStore } from 'react'
import type { NewSession } from '#contract/accounts/auth.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { deleteUnsent } from './delete-unsent.ts'
import { endSession } from './ended-sessions.ts'
import { clearOfflineData } from './offline-data.ts'
import { announceStored, onStoredChange, readStored, writeStored } from './stored-text.ts'

export type Session = {
  token: string
  /** For a helper, the shop's account. */
  userId: string
  role: Role
  name: string
  helperId?: string | undefined
}

const keys = {
  token: 'token',
  adminToken: 'adminToken',
  userId: 'userId',
  userRole: 'userRole',
  userName: 'userName',
  helperId: 'helperId',
} as const

let cached: { raw: string; session: Session | null } | undefined

/**
 * Returns the session of the logged-in buyer or seller, or null. Returns the same object until
 * something changes.
 */
export function currentSession(): Session | null {
  const raw = JSON.stringify([
    readStored(keys.token),
    readStored(keys.userId),
    readStored(keys.userRole),
    readStored(keys.userName),
    readStored(keys.helperId),
  ])
  if (cached?.raw === raw) return cached.session
  const [token, userId, role, name, helperId] = JSON.parse(raw) as (string | null)[]
  const isKnownRole = role === 'buyer' || role === 'seller'
  cached = {
    raw,
    session:
      token && userId && isKnownRole
        ? { token, userId, role, name: name ?? '', ...(helperId && { helperId }) }
        : null,
  }
  return cached.session
}

export const currentAdminToken = (): string | undefined => readStored(keys.adminToken)

/** Returns the id under which a person's drafts and unsent messages are stored. */
export const writerOf = ({ userId, helperId }: Pick<Session, 'userId' | 'helperId'>): string =>
  helperId ?? userId

export function currentWriter(): string | undefined {
  const session = currentSession()
  return session ? writerOf(session) : undefined
}

/**
 * Saves a login, and ends the session that it replaces, on the server, too. An admin's login
 * doesn't replace a buyer's or seller's.
 */
export function saveSession(login: NewSession): void {
  const previous = currentSession()
  const previousToken = login.role === 'admin' ? currentAdminToken() : previous?.token
  const isReplaced = previousToken !== undefined && previousToken !== login.token
  if (isReplaced) endSession(previousToken)
  const isSame = previous?.userId === login.userId && previous.helperId === login.helperId
  if (isReplaced && !isSame) void clearOfflineData()
  // A first login deletes other people's unsent texts. A switch of accounts doesn't, because it has
  // a previous session.
  if (login.role !== 'admin' && !previous) deleteUnsent(writerOf(login))
  if (login.role === 'admin') writeStored(keys.adminToken, login.token)
  else {
    writeStored(keys.token, login.token)
    writeStored(keys.userId, login.userId)
    writeStored(keys.userRole, login.role.toLowerCase())
    writeStored(keys.userName, login.name)
    writeStored(keys.helperId, login.helperId)
  }
  announceStored()
}

export function updateSessionName(name: string): void {
  if (!currentSession()) return
  writeStored(keys.userName, name)
  announceStored()
}

export function clearSession(kind: 'user' | 'admin' = 'user'): void {
  const removed =
    kind === 'admin'
      ? [keys.adminToken]
      : [keys.token, keys.userId, keys.userRole, keys.userName, keys.helperId]
  for (const key of removed) writeStored(key, undefined)
  void clearOfflineData()
  announceStored()
}

/**
 * Returns the admin's token, or null if no admin is logged in. Undefined on the server and during
 * hydration.
 */
export function useAdminToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    onStoredChange,
    () => currentAdminToken() ?? null,
    () => undefined,
  )
}

/**
 * Returns the session, or null if nobody is logged in. Undefined on the server and during
 * hydration.
 */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore<Session | null | undefined>(
    onStoredChange,
    currentSession,
    () => undefined,
  )
}

/** Whether a helper of a shop is logged in, who may not do what is only for the owner. */
export const useIsHelper = (): boolean => useSession()?.helperId !== undefined
