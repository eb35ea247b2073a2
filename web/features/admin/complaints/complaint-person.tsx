import type { ReviewedPerson } from '#contract/admin/complaints.ts'
import { Email } from '#web/features/admin/email.tsx'
import { formatCount, formatDate, labelOf } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { roleLabels } from './complaint-labels.ts'

const earlier = ({ complaintsAgainst, complaintsBy }: ReviewedPerson) =>
  `${formatCount(complaintsAgainst, 'other complaint')} against them, ${complaintsBy} by them`

export function ComplaintPerson({ title, person }: { title: string; person: ReviewedPerson }) {
  const { name, email, role, createdAt, status } = person
  return (
    <Card
      title={title}
      action={
        status === 'active' ? (
          <Badge tone="success">Active</Badge>
        ) : (
          <Badge tone="danger">{status === 'blocked' ? 'Blocked' : 'Left'}</Badge>
        )
      }
    >
      <div className="wrap-anywhere flex flex-col gap-1">
        <p className="font-medium">{name}</p>
        {email && (
          <p className="text-muted">
            <Email>{email}</Email>
          </p>
        )}
        <p className="text-muted">
          {labelOf(roleLabels, role)} since{' '}
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
        <p className={person.complaintsAgainst > 0 ? '' : 'text-muted'}>{earlier(person)}</p>
      </div>
    </Card>
  )
}
