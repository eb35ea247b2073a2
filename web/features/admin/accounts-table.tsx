import { Ban, CheckCircle2 } from 'lucide-react'
import type { Account } from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { orNoValue } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { AccountActions, nameCellId } from './account-actions.tsx'
import { Email } from './email.tsx'

type Person = Pick<Account, '_id' | 'name' | 'email'>

export const nameColumn: Column<Person> = {
  header: 'Name',
  wraps: true,
  cell: (person) => (
    <span id={nameCellId(person)} className="font-medium">
      {orNoValue(person.name)}
    </span>
  ),
}

export const emailColumn: Column<Person> = {
  header: 'Email',
  wraps: true,
  cell: (person) => <Email>{person.email}</Email>,
}

export const statusColumn: Column<Account> = {
  header: 'Status',
  cell: ({ status }) =>
    status === 'blocked' ? (
      <Badge tone="danger" icon={<Ban size={16} aria-hidden />}>
        Blocked
      </Badge>
    ) : (
      <Badge tone="success" icon={<CheckCircle2 size={16} aria-hidden />}>
        Active
      </Badge>
    ),
}

export const actionColumn = (side: Side): Column<Account> => ({
  header: 'Action',
  cell: (account) => <AccountActions side={side} account={account} />,
})
