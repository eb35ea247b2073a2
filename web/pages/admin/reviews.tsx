import { type AdminReview, listAllReviews, removeReview } from '#contract/admin/admin.ts'
import { Email } from '#web/features/admin/email.tsx'
import { ReasonButton } from '#web/features/admin/reason-dialog.tsx'
import { Rating } from '#web/features/books/rating.tsx'
import { orNoValue } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { DayOf } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Reviews · Admin')

const titleId = ({ _id }: AdminReview) => `review-${_id}`

const dataColumns: Column<AdminReview>[] = [
  {
    header: 'Book',
    wraps: true,
    cell: (review) => (
      <span id={titleId(review)} className="font-medium">
        {orNoValue(review.book.title)}
      </span>
    ),
  },
  {
    header: 'Review',
    wraps: true,
    cell: ({ stars, review }) => (
      <span className="flex flex-col items-end gap-1 tabular:items-start">
        <Rating of={{ average: stars.book }} />
        {review && <span className="whitespace-pre-line">{review}</span>}
      </span>
    ),
  },
  {
    header: 'Author',
    wraps: true,
    cell: ({ author }) => (
      <span className="flex flex-col items-end gap-1 tabular:items-start">
        <span className="max-w-full">{orNoValue(author.name)}</span>
        {author.status === 'blocked' && <Badge tone="danger">Blocked</Badge>}
      </span>
    ),
    below: { header: 'Author Email', cell: ({ author }) => <Email>{author.email}</Email> },
  },
  {
    header: 'Seller',
    wraps: true,
    cell: ({ seller }) => orNoValue(seller.name),
    below: {
      header: 'Seller’s Rating',
      cell: ({ stars }) => <Rating of={{ average: stars.seller }} />,
    },
  },
  {
    header: 'Date',
    cell: ({ at }) => <DayOf at={at} />,
  },
]

const actionColumn: Column<AdminReview> = {
  header: 'Action',
  cell: (review) => (
    <ReasonButton
      button={{ size: 'sm', 'aria-describedby': titleId(review), label: 'Remove' }}
      action={removeReview}
      toInput={(reason) => ({ id: review._id, reason })}
      title="Remove this review?"
      description={`${review.author.name} on ${review.book.title}`}
      effect="Its stars no longer count, its text is erased, and its author can’t rate this order again."
      hint="The author reads it."
      confirmLabel="Remove"
      errorText="Failed to remove review."
      doneText="The review was removed."
    />
  ),
}

const Reviews = () => (
  <AdminList
    endpoint={listAllReviews}
    title="Reviews"
    searchLabel="Search by book, author or review"
    rowName="review"
    emptyText="No reviews found."
    columns={[...dataColumns, actionColumn]}
  />
)
export default Reviews
