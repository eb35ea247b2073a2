import { useNavigate } from 'react-router'
import { logOut } from '#contract/auth.ts'
import { call } from './client.ts'
import { currentSession, dropSession } from './session.ts'

/**
 * Leaves for `to` and ends the session of the buyer or seller, or of the admin: here at once, on the server as soon as it
 * hears of it. Where both are signed in, the other one stays.
 */
export function useLogout(kind: 'person' | 'admin' = 'person') {
  const navigate = useNavigate()
  return (to: string) => {
    // The call reads the token before it is dropped.
    const role = kind === 'admin' ? kind : currentSession()?.role
    void call(logOut, { role }).catch(() => {
      // Offline: the token is forgotten here all the same, and dies on the server by itself.
    })
    // Under way before the session ends, so that the guard of the page sees it and doesn't ask for a login.
    void navigate(to, { flushSync: true })
    dropSession(kind)
  }
}
