import { useLocation } from 'react-router'
import { type Account, listBuyers, listSellers } from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { actionColumn } from '#web/features/admin/account-actions.tsx'
import { emailColumn, nameColumn, statusColumn } from '#web/features/admin/accounts-table.tsx'
import { phoneText } from '#web/format.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table.tsx'

const phone = { header: 'Phone', cell: (account: Account) => phoneText(account.phone) }
const lists = {
  buyer: {
    title: 'Buyers',
    endpoint: listBuyers,
    columns: [nameColumn, emailColumn, statusColumn, actionColumn('buyer')],
  },
  seller: {
    title: 'Sellers',
    endpoint: listSellers,
    columns: [nameColumn, { ...emailColumn, below: phone }, statusColumn, actionColumn('seller')],
  },
} satisfies Record<string, { title: string; endpoint: object; columns: Column<Account>[] }>

const sideOf = (pathname: string) => (pathname.startsWith(paths.admin.sellers) ? 'seller' : 'buyer')

export const meta = ({ location }: { location: { pathname: string } }) =>
  privateMeta(`${lists[sideOf(location.pathname)].title} · Admin`)()

export default function Accounts() {
  const side = sideOf(useLocation().pathname)
  // The lists of the two sides share nothing.
  return <AccountList key={side} side={side} />
}

function AccountList({ side }: { side: Side }) {
  const { title, endpoint, columns } = lists[side]
  const search = useSearch()
  const list = useReadPages(endpoint, search.input, { keepPrevious: true })
  return (
    <ListPage
      title={title}
      searchLabel="Search by name or email"
      search={search}
      rowName={side}
      emptyText={`No ${title.toLowerCase()} found.`}
      columns={columns}
      list={list}
    />
  )
}
