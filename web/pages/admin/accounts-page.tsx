import { type Account, listBuyers, listSellers } from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import type { Column } from '#web/ui/data-table.tsx'

const lists = {
  buyer: { title: 'Buyers', endpoint: listBuyers, emptyText: 'No buyers found.' },
  seller: { title: 'Sellers', endpoint: listSellers, emptyText: 'No sellers found.' },
} as const

export function AccountsPage({ side, columns }: { side: Side; columns: Column<Account>[] }) {
  const { title, endpoint, emptyText } = lists[side]
  const search = useSearch()
  const list = useReadPages(endpoint, search.input, { keepPrevious: true })
  return (
    <ListPage
      title={title}
      searchLabel="Search by name or email"
      search={search}
      rowName={side}
      emptyText={emptyText}
      columns={columns}
      list={list}
    />
  )
}
