import { useSearchParams } from 'react-router'
import { type Case, caseStates, listCases } from '#contract/admin/cases.ts'
import { complaintReasonLabels } from '#contract/admin/complaints.ts'
import { problemOutcomeLabels, problemReasonLabels } from '#contract/orders/problem-form.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { outcomeLabels, subjectLabels } from '#web/features/admin/complaints/complaint-labels.ts'
import { labelOf } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { RecentTime } from '#web/time.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Complaints and problems · Admin')

const Time = ({ at }: { at: string }) => (
  <RecentTime at={at} className="tabular:whitespace-nowrap" />
)

const personColumn = (header: string, side: 'reported' | 'reporter'): Column<Case> => ({
  header,
  wraps: true,
  cell: (row) => (
    <>
      {row[side].name}
      <span className="block text-muted">{labelOf(sideLabels, row[side].role)}</span>
    </>
  ),
})

const caseLabels: Record<Case['subject'], string> = {
  ...subjectLabels,
  problem: 'Problem with order',
  exchange: 'Swap',
}

const complaintLabels = { reasons: complaintReasonLabels, outcomes: outcomeLabels }
const otherLabels = {
  problem: { reasons: problemReasonLabels, outcomes: problemOutcomeLabels },
  exchange: {
    reasons: {
      missing: 'A book hasn’t come',
      cancelled: 'A book was cancelled after another was handed over',
    },
    outcomes: { settled: 'Settled', arrived: 'The book has come' },
  },
}
const labelsOf = ({ subject }: Case) =>
  subject === 'problem' || subject === 'exchange' ? otherLabels[subject] : complaintLabels

const columns: Column<Case>[] = [
  {
    header: 'About',
    wraps: true,
    cell: ({ _id, subject, orderId, about }) => (
      <>
        <span className="block text-muted">{labelOf(caseLabels, subject)}</span>
        <TextLink
          to={orderId === undefined ? paths.admin.complaint(_id) : paths.admin.order(orderId)}
          className="font-medium"
        >
          {about}
        </TextLink>
      </>
    ),
  },
  {
    header: 'Reason',
    wraps: true,
    cell: (row) => labelOf<string>(labelsOf(row).reasons, row.reason),
  },
  personColumn('Reported', 'reported'),
  personColumn('By', 'reporter'),
  { header: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const doneColumn: Column<Case> = {
  header: 'Decided',
  cell: (row) => (
    <>
      {row.outcome && labelOf<string>(labelsOf(row).outcomes, row.outcome)}
      {row.closedAt && (
        <span className="block text-muted">
          <Time at={row.closedAt} />
        </span>
      )}
    </>
  ),
}

const stateLabels = { open: 'Open', done: 'Done' } as const

export default function Complaints() {
  const [params] = useSearchParams()
  const state = params.get('state') === 'done' ? 'done' : 'open'
  return (
    <AdminList
      endpoint={listCases}
      input={{ state }}
      title="Complaints and problems"
      action={
        <nav aria-label="Which complaints and problems" className="flex gap-2">
          {caseStates.map((name) => (
            <LinkButton
              key={name}
              to={name === 'open' ? paths.admin.complaints : `${paths.admin.complaints}?state=done`}
              aria-current={name === state ? 'page' : undefined}
              variant={name === state ? 'primary' : 'plain'}
              size="sm"
              className="min-w-20"
            >
              {stateLabels[name]}
            </LinkButton>
          ))}
        </nav>
      }
      rowName="case"
      emptyText={
        state === 'open' ? 'No open complaints or problems.' : 'Nothing has been dealt with yet.'
      }
      columns={state === 'open' ? columns : [...columns, doneColumn]}
    />
  )
}
