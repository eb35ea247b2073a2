import { listBuyers } from '#contract/admin.ts'
import { useReadPages } from '#web/api/hooks.ts'
import {
  actionColumn,
  emailColumn,
  nameColumn,
  statusColumn,
} from '#web/features/admin/accounts-table.tsx'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'

export const meta = () => [
  { title: 'Buyers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const columns = [nameColumn, emailColumn, statusColumn, actionColumn('buyer')]

export default function Buyers() {
  const search = useSearch()
  const list = useReadPages(listBuyers, search.input, { keepPrevious: true })
  return (
    <ListPage
      title="Buyers"
      searchLabel="Search by name or email"
      search={search}
      rowName="buyer"
      emptyText="No buyers found."
      columns={columns}
      list={list}
    />
  )
}
