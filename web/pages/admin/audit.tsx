import type { ReactNode } from 'react'
import { type AuditEntry, listAuditLog } from '#contract/admin/audit-log.ts'
import { Email } from '#web/features/admin/email.tsx'
import { orNoValue } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { RecentTime } from '#web/time.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Audit log · Admin')

const actionLabels: Record<AuditEntry['what'], string> = {
  block: 'Blocked',
  unblock: 'Unblocked',
  'release-books': 'Released the listings of',
  'delete-book': 'Deleted',
  'issue-link': 'Password link for',
  'remove-review': 'Removed',
  'cancel-order': 'Cancelled',
  'reopen-order': 'Reopened',
  'close-order': 'Closed',
  'settle-problem': 'Settled the problem with',
  'settle-exchange': 'Settled the swap with',
  warn: 'Warned',
  'hide-book': 'Hid',
  'unhide-book': 'Showed again',
  'dismiss-complaint': 'Dismissed',
  'read-chat': 'Read the chat of',
  'second-factor-on': 'Turned on two-factor login for',
  'second-factor-off': 'Turned off two-factor login for',
  'hide-wanted': 'Hid',
  'unhide-wanted': 'Showed again',
}

const columns: Column<AuditEntry>[] = [
  {
    header: 'When',
    cell: ({ at }) => <RecentTime at={at} />,
  },
  {
    header: 'Admin',
    wraps: true,
    cell: ({ admin }) => <NameWithDetail name={admin.name} detail={<Email>{admin.email}</Email>} />,
  },
  {
    header: 'Action',
    cell: ({ what, target }) =>
      `${Object.hasOwn(actionLabels, what) ? actionLabels[what] : orNoValue(what)} ${target.kind === 'wanted' ? 'wanted title' : target.kind}`,
  },
  {
    header: 'Name',
    wraps: true,
    cell: ({ target }) => (
      <NameWithDetail
        name={target.name}
        detail={
          target.email === undefined ? (
            `ID ${target._id.slice(-6).toUpperCase()}`
          ) : (
            <Email>{target.email}</Email>
          )
        }
      />
    ),
  },
  { header: 'Reason', wraps: true, cell: ({ reason }) => orNoValue(reason) },
]

const NameWithDetail = ({ name, detail }: { name: string; detail: ReactNode }) => (
  <>
    <span className="font-medium">{orNoValue(name)}</span>
    <span className="block text-muted">{detail}</span>
  </>
)

const Audit = () => (
  <AdminList
    endpoint={listAuditLog}
    title="Audit log"
    rowName="entry"
    emptyText="Nothing has been blocked, unblocked or deleted yet."
    columns={columns}
  />
)
export default Audit
