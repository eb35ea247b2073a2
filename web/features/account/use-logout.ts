import { useNavigate } from 'react-router'
import { endSession } from '#web/session/ended-sessions.ts'
import { clearSession, currentAdminToken, currentSession } from '#web/session/session.ts'

/**
 * Logs out a buyer or seller, or the admin, and goes to `to`. The server hears of it as soon as it
 * can be reached. Unsent messages wait for the next login.
 */
export function useLogout(kind: 'user' | 'admin' = 'user') {
  const navigate = useNavigate()
  return (to: string) => {
    const token = kind === 'admin' ? currentAdminToken() : currentSession()?.token
    if (token !== undefined) endSession(token)
    // Navigate first, or the guard of the current page would ask for a login.
    void navigate(to, { flushSync: true })
    clearSession(kind)
  }
}
