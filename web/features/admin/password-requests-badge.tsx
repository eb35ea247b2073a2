import { listPasswordRequests } from '#contract/admin/password-requests.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { badgeSeconds } from './policy.ts'

/** The number of password requests. Same query as on their page, so both share one request. */
export const PasswordRequestsBadge = () => (
  <CountBadge
    count={useReadPages(listPasswordRequests, {}, { everySeconds: badgeSeconds }).total ?? 0}
    singular="password request"
  />
)
