import { useNavigate } from 'react-router'
import { logOut } from '#contract/auth.ts'
import { call } from './client.ts'
import { dropSession } from './session.ts'

/** Ends the session here at once and on the server as soon as it hears of it, then goes to `to`. */
export function useLogout() {
  const navigate = useNavigate()
  return (to: string) => {
    // The call reads the token before it is dropped.
    void call(logOut, {}).catch(() => {
      // Offline: the token is forgotten here all the same, and dies on the server by itself.
    })
    void navigate(to)
    dropSession()
  }
}
