import type { ReactNode } from 'react'
import { type AuditEntry, listAuditLog } from '#contract/audit-log.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { Email } from '#web/features/admin/email.tsx'
import { fullTime, messageTime, orNoValue } from '#web/format.ts'
import { ListPage } from '#web/layout/list-page.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export const meta = () => [
  { title: 'Audit log · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const deedNames: Record<AuditEntry['what'], string> = {
  block: 'Blocked',
  unblock: 'Unblocked',
  'delete-book': 'Deleted',
  'issue-link': 'Password link for',
  'remove-review': 'Removed',
}

const columns: Column<AuditEntry>[] = [
  {
    head: 'When',
    cell: ({ at }) => (
      <time dateTime={at} title={fullTime(at)}>
        {messageTime(at)}
      </time>
    ),
  },
  {
    head: 'Admin',
    free: true,
    cell: ({ admin }) => <Named name={admin.name} mark={<Email>{admin.email}</Email>} />,
  },
  {
    head: 'Action',
    cell: ({ what, target }) =>
      `${Object.hasOwn(deedNames, what) ? deedNames[what] : orNoValue(what)} ${target.kind}`,
  },
  {
    head: 'Name',
    free: true,
    cell: ({ target }) => (
      <Named
        name={target.name}
        mark={
          target.email === undefined ? (
            `ID ${target._id.slice(-6).toUpperCase()}`
          ) : (
            <Email>{target.email}</Email>
          )
        }
      />
    ),
  },
  { head: 'Reason', free: true, cell: ({ reason }) => orNoValue(reason) },
]

/** A name, and what tells it from another one that reads the same. */
const Named = ({ name, mark }: { name: string; mark: ReactNode }) => (
  <>
    <span className="font-medium">{orNoValue(name)}</span>
    <span className="block text-muted">{mark}</span>
  </>
)

export default function Audit() {
  const list = useReadPages(listAuditLog, {})
  return (
    <ListPage
      title="Audit log"
      one="entry"
      empty="Nothing was blocked, unblocked or deleted yet."
      columns={columns}
      list={list}
    />
  )
}
