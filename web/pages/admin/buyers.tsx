import { listBuyers } from '#contract/admin.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { action, email, name, status } from '#web/features/admin/accounts-table.tsx'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'

export const meta = () => [
  { title: 'Buyers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const columns = [name, email, status, action('buyer')]

export default function Buyers() {
  const searching = useSearch()
  const list = useReadPages(listBuyers, searching.ask, { keep: true })
  return (
    <ListPage
      title="Buyers"
      placeholder="Search by name or email"
      searching={searching}
      one="buyer"
      empty="No buyers found."
      columns={columns}
      list={list}
    />
  )
}
