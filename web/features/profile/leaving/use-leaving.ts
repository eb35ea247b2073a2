import { useNavigate } from 'react-router'
import type { leaveShop } from '#contract/accounts/shop-helpers.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useWrite } from '#web/api/hooks.ts'
import type { accountEndpoints } from '#web/features/account/use-profile.ts'
import { paths } from '#web/paths.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { deleteUnsent } from '#web/session/delete-unsent.ts'
import { clearSession } from '#web/session/session.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Leaving = (typeof accountEndpoints)[Side]['remove'] | typeof leaveShop

/** Ends the login for good and goes to the home page. `run` rejects with the server's error. */
export function useLeaving(endpoint: Leaving) {
  const navigate = useNavigate()
  const toast = useToast()
  const connection = useRealtimeSession()
  const remove = useWrite(endpoint, {
    onDone: ({ message }) => {
      toast({ text: message, kind: 'success' })
      // Navigates first, because otherwise the guard of the current page asks for a login.
      void navigate(paths.home, { flushSync: true })
      connection?.outbox.discardAll()
      clearSession()
      deleteUnsent()
    },
  })
  const run = async (input: { password?: string }) => {
    // Disconnects first. Otherwise the socket might report the end of the session before the
    // response arrives.
    connection?.socket.disconnect()
    try {
      await remove.run(input)
    } catch (error) {
      connection?.socket.connect()
      throw error
    }
  }
  return { run, pending: remove.pending }
}
