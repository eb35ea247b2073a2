import type { Account } from '#contract/admin/admin.ts'
import { actionColumn } from '#web/features/admin/account-actions.tsx'
import { emailColumn, nameColumn, statusColumn } from '#web/features/admin/accounts-table.tsx'
import { phoneText } from '#web/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { AccountsPage } from './accounts-page.tsx'

export const meta = () => [
  { title: 'Sellers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const phone = { header: 'Phone', cell: (account: Account) => phoneText(account.phone) }
const columns: Column<Account>[] = [
  nameColumn,
  { ...emailColumn, below: phone },
  statusColumn,
  actionColumn('seller'),
]

export default function Sellers() {
  return <AccountsPage side="seller" columns={columns} />
}
