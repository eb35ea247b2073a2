import { listPasswordRequests } from '#contract/password-requests.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { CountBadge } from '#web/ui/states.tsx'

/** How many wait for a new password; asked as their own page asks, so that both share one call. */
export const RequestsBadge = () => (
  <CountBadge count={useReadPages(listPasswordRequests, {}).total ?? 0} one="password request" />
)
