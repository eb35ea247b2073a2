import { useNavigate } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { landingPaths, paths } from '#web/paths.ts'
import {
  discardPendingAction,
  type PendingAction,
  savePendingAction,
} from '#web/session/pending-action.ts'
import { useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { type LoginOptions, useOpenLogin } from './use-open-login.ts'
import { useSwitchAccount } from './use-switch-account.ts'

/**
 * Returns a function that opens a page for buyers or sellers. People who are logged in to their
 * other account switch, or open a second account. Guests log in.
 */
export function useLogin() {
  const session = useSession()
  const navigate = useNavigate()
  const openLogin = useOpenLogin()
  const toast = useToast()
  const { switchTo } = useSwitchAccount()
  const switchOrOpen = async (side: Side, path: string, pendingAction?: PendingAction) => {
    try {
      if (pendingAction) savePendingAction(pendingAction)
      await switchTo(side, path)
    } catch (error) {
      if (error instanceof AppError && error.code === 'no_account_there')
        openLogin(side, {
          signup: true,
          // New sellers go straight to Add Book.
          next: path === landingPaths.seller ? paths.seller.addBook : path,
          ...(pendingAction && { pendingAction }),
        })
      else {
        discardPendingAction()
        toast({ text: errorMessage(error, 'Something went wrong'), kind: 'error' })
      }
    }
  }
  return (side: Side, options: LoginOptions = {}) => {
    const path = options.next ?? landingPaths[side]
    if (session?.role === side) return void navigate(path)
    if (session && !options.signup) return void switchOrOpen(side, path, options.pendingAction)
    openLogin(side, options)
  }
}
