import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Side } from '#contract/endpoint.ts'
import { landing } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

/**
 * Opens the login of a side over the present page, by its address: the back button closes it. Who is signed in on that
 * side already goes to their area instead. `next` is where to go afterwards.
 */
export function useLogin() {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  return (side: Side, more: { next?: string; signup?: boolean } = {}) => {
    if (session?.role === side) return void navigate(more.next ?? landing[side])
    const wanted = new URLSearchParams(params)
    wanted.set('login', side)
    wanted.delete('signup')
    wanted.delete('forgot')
    wanted.delete('next')
    if (more.signup) wanted.set('signup', '1')
    if (more.next !== undefined) wanted.set('next', more.next)
    void navigate(
      { pathname: location.pathname, search: `?${wanted}` },
      { preventScrollReset: true },
    )
  }
}
