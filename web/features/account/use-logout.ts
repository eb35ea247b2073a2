import { useNavigate } from 'react-router'
import { endSession } from '#web/session/ended-sessions.ts'
import { clearSession, currentAdminToken, currentSession } from '#web/session/session.ts'

/**
 * Leaves for `to` and ends the session of the buyer or seller, or of the admin: here at once, on the server as soon as it
 * hears of it. Where both are signed in, the other one stays. Messages that were not sent wait for the person's next login.
 */
export function useLogout(kind: 'person' | 'admin' = 'person') {
  const navigate = useNavigate()
  return (to: string) => {
    const token = kind === 'admin' ? currentAdminToken() : currentSession()?.token
    if (token !== undefined) endSession(token)
    // Under way before the session ends, so that the guard of the page sees it and doesn't ask for a login.
    void navigate(to, { flushSync: true })
    clearSession(kind)
  }
}
