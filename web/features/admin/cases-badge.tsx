import { listCases } from '#contract/admin/cases.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { badgeSeconds } from './policy.ts'

/** The number of open cases. Same query as on their page, so both share one request. */
export const CasesBadge = () => (
  <CountBadge
    count={useReadPages(listCases, { state: 'open' }, { everySeconds: badgeSeconds }).total ?? 0}
    singular="open case"
  />
)
