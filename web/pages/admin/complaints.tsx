import { Link, useSearchParams } from 'react-router'
import {
  type ComplaintRow,
  complaintReasonLabels,
  complaintStates,
  listComplaints,
} from '#contract/admin/complaints.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { outcomeLabels, roleLabels, subjectLabels } from '#web/features/admin/complaint-labels.ts'
import { formatFullTime, formatRecentTime, labelOf } from '#web/format.ts'
import { ListPage } from '#web/layout/list-page.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export const meta = () => [
  { title: 'Complaints · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatFullTime(at)} className="tabular:whitespace-nowrap">
    {formatRecentTime(at)}
  </time>
)

const personColumn = (header: string, side: 'reported' | 'reporter'): Column<ComplaintRow> => ({
  header,
  wraps: true,
  cell: (row) => (
    <>
      {row[side].name}
      <span className="block text-muted">{labelOf(roleLabels, row[side].role)}</span>
    </>
  ),
})

const columns: Column<ComplaintRow>[] = [
  {
    header: 'About',
    wraps: true,
    cell: ({ _id, subject, about }) => (
      <>
        <span className="block text-muted">{labelOf(subjectLabels, subject)}</span>
        <Link
          to={paths.admin.complaint(_id)}
          className="font-medium text-primary underline underline-offset-4"
        >
          {about}
        </Link>
      </>
    ),
  },
  {
    header: 'Reason',
    wraps: true,
    cell: ({ reason }) => labelOf(complaintReasonLabels, reason),
  },
  personColumn('Reported', 'reported'),
  personColumn('By', 'reporter'),
  { header: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const doneColumn: Column<ComplaintRow> = {
  header: 'Decided',
  cell: ({ outcome, closedAt }) => (
    <>
      {outcome && labelOf(outcomeLabels, outcome)}
      {closedAt && (
        <span className="block text-muted">
          <Time at={closedAt} />
        </span>
      )}
    </>
  ),
}

const stateLabels = { open: 'Open', done: 'Done' } as const

export default function Complaints() {
  const [params] = useSearchParams()
  const state = params.get('state') === 'done' ? 'done' : 'open'
  const list = useReadPages(listComplaints, { state })
  return (
    <ListPage
      title="Complaints"
      action={
        <nav aria-label="Which complaints" className="flex gap-2">
          {complaintStates.map((name) => (
            <Link
              key={name}
              to={name === 'open' ? paths.admin.complaints : `${paths.admin.complaints}?state=done`}
              aria-current={name === state ? 'page' : undefined}
              className={buttonClass(
                { variant: name === state ? 'primary' : 'plain', size: 'sm' },
                'min-w-20',
              )}
            >
              {stateLabels[name]}
            </Link>
          ))}
        </nav>
      }
      rowName="complaint"
      emptyText={state === 'open' ? 'No open complaints.' : 'No complaint was dealt with yet.'}
      columns={state === 'open' ? columns : [...columns, doneColumn]}
      list={list}
    />
  )
}
