import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { forgetWish, saveWish, type Wish } from '#web/session/wish.ts'

/** `next` is where to go after the login, `wish` what to do there. */
export type LoginOptions = { next?: string; signup?: boolean; wish?: Wish }

/** Opens the login modal through the URL, so that the back button closes it. */
export function useOpenLogin() {
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  return (side: Side, { next, signup, wish }: LoginOptions = {}) => {
    if (wish) saveWish(wish)
    else forgetWish()
    const nextParams = new URLSearchParams(params)
    nextParams.set('login', side)
    for (const name of ['signup', 'forgot', 'next']) nextParams.delete(name)
    if (signup) nextParams.set('signup', '1')
    if (next !== undefined) nextParams.set('next', next)
    void navigate(
      { pathname: location.pathname, search: `?${nextParams}` },
      { preventScrollReset: true },
    )
  }
}
