import { type Account, listSellers } from '#contract/admin.ts'
import { useReadPages } from '#web/api/hooks.ts'
import {
  actionColumn,
  emailColumn,
  nameColumn,
  statusColumn,
} from '#web/features/admin/accounts-table.tsx'
import { orNoValue } from '#web/format.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export const meta = () => [
  { title: 'Sellers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const phone = { header: 'Phone', cell: (account: Account) => orNoValue(account.phone) }
const columns: Column<Account>[] = [
  nameColumn,
  { ...emailColumn, below: phone },
  statusColumn,
  actionColumn('seller'),
]

export default function Sellers() {
  const search = useSearch()
  const list = useReadPages(listSellers, search.input, { keepPrevious: true })
  return (
    <ListPage
      title="Sellers"
      searchLabel="Search by name or email"
      search={search}
      rowName="seller"
      emptyText="No sellers found."
      columns={columns}
      list={list}
    />
  )
}
