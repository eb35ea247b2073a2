import { actionColumn } from '#web/features/admin/account-actions.tsx'
import { emailColumn, nameColumn, statusColumn } from '#web/features/admin/accounts-table.tsx'
import { AccountsPage } from './accounts-page.tsx'

export const meta = () => [
  { title: 'Buyers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const columns = [nameColumn, emailColumn, statusColumn, actionColumn('buyer')]

export default function Buyers() {
  return <AccountsPage side="buyer" columns={columns} />
}
