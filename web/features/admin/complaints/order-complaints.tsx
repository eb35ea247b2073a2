import { Link } from 'react-router'
import { complaintReasonLabels, listOrderComplaints } from '#contract/admin/complaints.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatDate, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { outcomeLabels, subjectLabels } from './complaint-labels.ts'

/** Links to the complaints of an order and its chat: only from there can admins read the chat. */
export function OrderComplaints({ orderId }: { orderId: string }) {
  const { data, isError, refetch } = useRead(listOrderComplaints, { id: orderId })
  if (isError && !data) return <InlineLoadError onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <Card title="Complaints">
      <ul className="flex flex-col gap-2 text-sm">
        {data.map(({ _id, subject, about, reason, createdAt, outcome }) => (
          <li key={_id}>
            <Link
              to={paths.admin.complaint(_id)}
              className="font-medium text-primary underline underline-offset-4"
            >
              {labelOf(subjectLabels, subject)} {about}
            </Link>
            <span className="block text-muted">
              {labelOf(complaintReasonLabels, reason)}, {formatDate(createdAt)}
              {': '}
              {outcome ? labelOf(outcomeLabels, outcome) : 'open'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
