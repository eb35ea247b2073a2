import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import {
  type Complaint,
  complaintReasonLabels,
  type ReviewedPerson,
  readComplaint,
} from '#contract/admin/complaints.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { ComplaintChat } from '#web/features/admin/complaints/complaint-chat.tsx'
import {
  listingStateLabels,
  outcomeLabels,
  subjectLabels,
} from '#web/features/admin/complaints/complaint-labels.ts'
import { SettleComplaint } from '#web/features/admin/complaints/settle-complaint.tsx'
import { Email } from '#web/features/admin/email.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { OrderHistory } from '#web/features/orders/card/order-menu.tsx'
import { orderTypeLabels } from '#web/features/orders/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { DayOf, formatDate, RecentTimeInText } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export const meta = privateMeta('Complaint · Admin')

export default function ComplaintPage() {
  const { complaintId = '' } = useParams()
  const complaint = useRead(readComplaint, { id: complaintId })
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <Link
        to={paths.admin.complaints}
        className="flex min-h-11 items-center gap-2 self-start text-primary hover:underline"
      >
        <ArrowLeft />
        Complaints
      </Link>
      {!complaint.data && <h1 className="sr-only">Complaint</h1>}
      <QueryView
        query={complaint}
        skeletons={['h-40', 'h-40', 'h-64']}
        failed={errorMessage(complaint.error, 'Failed to fetch complaint.')}
        isFinal={isRefusal(complaint.error)}
      >
        {(data) => <Details complaint={data} />}
      </QueryView>
    </div>
  )
}

function Details({ complaint }: { complaint: Complaint }) {
  const { _id, subject, about, listing, order } = complaint
  return (
    <>
      <header className="wrap-anywhere flex flex-col gap-2">
        <p className="text-muted">{labelOf(subjectLabels, subject)}</p>
        <h1 className="font-semibold text-3xl">{about}</h1>
      </header>
      <Reported complaint={complaint} />
      <SettleComplaint complaint={complaint} />
      <div className="grid gap-6 md:grid-cols-2">
        <ComplaintPerson title="Reported" person={complaint.reported} />
        <ComplaintPerson title="Reported by" person={complaint.reporter} />
      </div>
      {listing && <Listing listing={listing} />}
      {order && <OrderFacts order={order} />}
      {complaint.can.includes('read-chat') && (
        <ComplaintChat key={_id} complaintId={_id} reportedId={complaint.message?._id} />
      )}
    </>
  )
}

function Reported({ complaint }: { complaint: Complaint }) {
  const { reason, text, message, createdAt, outcome, note, closedAt, closedBy } = complaint
  return (
    <Card
      title={labelOf(complaintReasonLabels, reason)}
      action={
        outcome ? (
          <Badge>{labelOf(outcomeLabels, outcome)}</Badge>
        ) : (
          <Badge tone="warning">Open</Badge>
        )
      }
    >
      <div className="wrap-anywhere flex flex-col gap-3">
        {message && (
          <blockquote className="whitespace-pre-line border-danger border-l-4 pl-3">
            {message.text}
          </blockquote>
        )}
        <p className="whitespace-pre-line">
          {text ?? <span className="text-muted">Reported without a text.</span>}
        </p>
        <p className="text-muted text-sm">
          Reported <RecentTimeInText at={createdAt} />
        </p>
        {closedAt && (
          <p className="whitespace-pre-line text-sm">
            {outcome && labelOf(outcomeLabels, outcome)} by {closedBy},{' '}
            <RecentTimeInText at={closedAt} />
            {note && `: ${note}`}
          </p>
        )}
      </div>
    </Card>
  )
}

function Listing({ listing }: { listing: NonNullable<Complaint['listing']> }) {
  const { _id, title, price, description, images, seller, state, hiddenReason } = listing
  const hasPage = state === 'listed' || state === 'sold'
  return (
    <Card
      title="Listing"
      action={
        <Badge tone={hasPage ? 'success' : 'danger'}>{labelOf(listingStateLabels, state)}</Badge>
      }
    >
      <div className="wrap-anywhere flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          {(images.length > 0 ? images : [undefined]).map((image, index) => (
            <BookCover
              key={image ?? ''}
              src={image}
              alt={`Photo ${index + 1}`}
              sizes="96px"
              className="w-24 shrink-0"
            />
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-medium">
            {hasPage ? <TextLink to={paths.book(_id)}>{title}</TextLink> : title}
          </p>
          <p>{formatRupees(price)}</p>
          <p className="max-w-prose whitespace-pre-line">
            {description ?? <span className="text-muted">No description.</span>}
          </p>
          <p className="text-muted">Sold by {seller || 'somebody who has left'}</p>
          {hiddenReason && (
            <p className="whitespace-pre-line text-sm">Why it is hidden: {hiddenReason}</p>
          )}
        </div>
      </div>
    </Card>
  )
}

function OrderFacts({ order }: { order: NonNullable<Complaint['order']> }) {
  return (
    <Card title={`Order ${shortOrderId(order._id)}`} action={<StatusBadge status={order.status} />}>
      <TextLink to={paths.admin.order(order._id)} className="self-start">
        Open this order
      </TextLink>
      <p>
        {labelOf(orderTypeLabels, order.orderType)}, {formatRupees(order.price)}, ordered on{' '}
        {formatDate(order.createdAt)}
      </p>
      <OrderHistory history={order.history} />
    </Card>
  )
}

const earlier = ({ complaintsAgainst, complaintsBy }: ReviewedPerson) =>
  `${formatCount(complaintsAgainst, 'other complaint')} against them, ${complaintsBy} by them`

function ComplaintPerson({ title, person }: { title: string; person: ReviewedPerson }) {
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
          {labelOf(sideLabels, role)} since <DayOf at={createdAt} />
        </p>
        <p className={person.complaintsAgainst > 0 ? '' : 'text-muted'}>{earlier(person)}</p>
      </div>
    </Card>
  )
}
