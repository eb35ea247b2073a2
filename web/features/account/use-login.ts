import { useNavigate } from 'react-router'
import { switchRole } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useIsWriting, useWrite } from '#web/api/hooks.ts'
import { landingPaths, paths } from '#web/paths.ts'
import {
  discardPendingAction,
  type PendingAction,
  savePendingAction,
} from '#web/session/pending-action.ts'
import { saveSession, useSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { type LoginOptions, useOpenLogin } from './use-open-login.ts'

export const useIsSwitching = (): boolean => useIsWriting(switchRole)

/**
 * Returns a function that opens a page for buyers or sellers. People who are logged in to their
 * other account switch without a password, or open a second account. Guests get the login form.
 */
export function useLogin() {
  const session = useSession()
  const navigate = useNavigate()
  const openLogin = useOpenLogin()
  const toast = useToast()
  const roleSwitch = useWrite(switchRole)
  const switchTo = async (side: Side, path: string) => {
    const started = await roleSwitch.run({})
    if (!started) return
    if (started.token === '' || started.userId === '')
      throw new Error('The response has no session.')
    // Navigates first, because otherwise the guard of the current page reacts to the changed
    // account.
    void navigate(path, { flushSync: true })
    saveSession({ ...started, role: side })
  }
  const switchOrOpen = async (side: Side, path: string, pendingAction?: PendingAction) => {
    try {
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
    const { next: path = landingPaths[side], signup, pendingAction } = options
    if (!session || (signup && session.role !== side)) return openLogin(side, options)
    if (pendingAction) savePendingAction(pendingAction)
    if (session.role === side) void navigate(path)
    else void switchOrOpen(side, path, pendingAction)
  }
}
