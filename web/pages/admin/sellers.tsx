import { type Account, listSellers } from '#contract/admin.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { action, email, name, status } from '#web/features/admin/accounts-table.tsx'
import { orNoValue } from '#web/format.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export const meta = () => [
  { title: 'Sellers · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const phone = { head: 'Phone', cell: (account: Account) => orNoValue(account.phone) }
const columns: Column<Account>[] = [name, { ...email, under: phone }, status, action('seller')]

export default function Sellers() {
  const searching = useSearch()
  const list = useReadPages(listSellers, searching.ask, { keep: true })
  return (
    <ListPage
      title="Sellers"
      placeholder="Search by name or email"
      searching={searching}
      one="seller"
      empty="No sellers found."
      columns={columns}
      list={list}
    />
  )
}
