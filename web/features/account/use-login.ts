import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { landingPaths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

/**
 * Opens the login modal through the URL, so that the back button closes it. A person who is signed
 * in on that side already goes to their own pages instead. `next` is where to go afterwards.
 */
export function useLogin() {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  return (side: Side, options: { next?: string; signup?: boolean } = {}) => {
    if (session?.role === side) return void navigate(options.next ?? landingPaths[side])
    const nextParams = new URLSearchParams(params)
    nextParams.set('login', side)
    nextParams.delete('signup')
    nextParams.delete('forgot')
    nextParams.delete('next')
    if (options.signup) nextParams.set('signup', '1')
    if (options.next !== undefined) nextParams.set('next', options.next)
    void navigate(
      { pathname: location.pathname, search: `?${nextParams}` },
      { preventScrollReset: true },
    )
  }
}
