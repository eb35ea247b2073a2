import { listPasswordRequests } from '#contract/admin/password-requests.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { CountBadge } from '#web/ui/badge.tsx'

/** The number of password requests. Same query as on their page, so both share one request. */
export const PasswordRequestsBadge = () => (
  <CountBadge
    count={useReadPages(listPasswordRequests, {}).total ?? 0}
    singular="password request"
  />
)
