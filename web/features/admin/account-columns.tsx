import { Ban, CheckCircle2 } from 'lucide-react'
import type { Account } from '#contract/admin/admin.ts'
import { orNoValue } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Email } from './email.tsx'

type Person = Pick<Account, '_id' | 'name' | 'email'>

/** The id of the name's cell, which describes the buttons of its row to screen readers. */
export const nameCellId = ({ _id }: Pick<Person, '_id'>) => `name-${_id}`

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
      <Badge tone="danger" icon={<Ban size={16} />}>
        Blocked
      </Badge>
    ) : (
      <Badge tone="success" icon={<CheckCircle2 size={16} />}>
        Active
      </Badge>
    ),
}
