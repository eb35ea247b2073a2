import { listComplaints } from '#contract/admin/complaints.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { CountBadge } from '#web/ui/badge.tsx'

/** The number of open complaints. Same query as on their page, so both share one request. */
export const ComplaintsBadge = () => (
  <CountBadge
    count={useReadPages(listComplaints, { state: 'open' }).total ?? 0}
    singular="open complaint"
  />
)
