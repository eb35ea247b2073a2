import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { loginParams } from '#web/paths.ts'
import {
  discardPendingAction,
  type PendingAction,
  savePendingAction,
} from '#web/session/pending-action.ts'

/**
 * `next` is the page to open after the login, `pendingAction` an action to carry out on that page.
 */
export type LoginOptions = { next?: string; signup?: boolean; pendingAction?: PendingAction }

/**
 * Returns a function that opens the login modal through the URL, so that the back button closes it.
 */
export function useOpenLogin() {
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  return (side: Side, { next, signup, pendingAction }: LoginOptions = {}) => {
    if (pendingAction) savePendingAction(pendingAction)
    else discardPendingAction()
    void navigate(
      { pathname: location.pathname, search: `?${loginParams(params, side, { signup, next })}` },
      { preventScrollReset: true },
    )
  }
}
