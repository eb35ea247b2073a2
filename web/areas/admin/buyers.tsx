import { listBuyers } from '#contract/admin.ts'
import { useReadPages } from '#web/data/hooks.ts'
import { ListPage, useSearch } from '#web/parts/list-page.tsx'
import { action, email, name, status } from './people-table.tsx'

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
