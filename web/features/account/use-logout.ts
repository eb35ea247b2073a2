import { useNavigate } from 'react-router'
import { formatCount } from '#contract/common/numbers.ts'
import { useRealtimeSession, useUnsentMessages } from '#web/realtime/realtime-provider.tsx'
import { deleteUnsent } from '#web/session/delete-unsent.ts'
import { endSession } from '#web/session/ended-sessions.ts'
import { pushChoices } from '#web/session/push-choice.ts'
import { clearSession, currentAdminToken, currentSession } from '#web/session/session.ts'

/**
 * Returns a function that logs out and goes to `to`. Notifies the server now or when it can be
 * reached. A user's unsent messages are deleted, because others may use the device.
 */
export function useLogout(kind: 'user' | 'admin' = 'user') {
  const navigate = useNavigate()
  const connection = useRealtimeSession()
  return (to: string) => {
    const token = kind === 'admin' ? currentAdminToken() : currentSession()?.token
    if (token !== undefined) endSession(token)
    // Navigates first, because otherwise the guard of the current page asks for a login.
    void navigate(to, { flushSync: true })
    if (kind === 'user') connection?.outbox.discardAll()
    clearSession(kind)
    if (kind === 'user') {
      deleteUnsent()
      pushChoices.clear()
    }
  }
}

/** Returns the warning about unsent messages that a logout would delete, if there are any. */
export function useUnsentWarning(): string | undefined {
  const messages = useUnsentMessages().length
  if (messages === 0) return undefined
  const [isOrAre, it] = messages === 1 ? ['isn’t', 'it'] : ['aren’t', 'them']
  return `${formatCount(messages, 'message')} ${isOrAre} sent yet. Logging out deletes ${it}.`
}
