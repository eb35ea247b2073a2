import { useNavigate } from 'react-router'
import { switchRole } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useIsWriting, useWrite } from '#web/api/hooks.ts'
import { saveSession } from '#web/session/session.ts'

/**
 * Switches to the person's other account without a password, then goes to `to`. Throws the server's
 * errors, such as `no_account_there`.
 */
export function useSwitchAccount() {
  const navigate = useNavigate()
  const roleSwitch = useWrite(switchRole)
  const switchTo = async (side: Side, to: string) => {
    const session = await roleSwitch.run({})
    if (!session) return
    if (session.token === '' || session.userId === '')
      throw new Error('The response has no session.')
    // Navigates first, because otherwise the guard of the current page reacts to the changed
    // account.
    void navigate(to, { flushSync: true })
    saveSession({ ...session, role: side })
  }
  return { switchTo, pending: roleSwitch.pending }
}

export const useIsSwitching = (): boolean => useIsWriting(switchRole)
