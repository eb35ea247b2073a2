import { useLocation } from 'react-router'
import {
  type Account,
  listBuyers,
  listSellers,
  releaseSellerListings,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import {
  emailColumn,
  nameCellId,
  nameColumn,
  statusColumn,
} from '#web/features/admin/account-columns.tsx'
import { OpenOrders } from '#web/features/admin/open-orders.tsx'
import { ReasonButton } from '#web/features/admin/reason-dialog.tsx'
import { phoneText } from '#web/format.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { AdminList } from './admin-list.tsx'

const sideConfig = {
  buyer: { toggle: toggleBuyer, blockEffect: '', unblockEffect: 'Their ratings count again.' },
  seller: {
    toggle: toggleSeller,
    blockEffect: ' Their books leave the market.',
    unblockEffect: 'Their listings stay hidden until you release them.',
  },
} as const

function AccountActions({ side, account }: { side: Side; account: Account }) {
  const { _id: id, name, status, listingsToRelease = 0 } = account
  const { toggle, blockEffect, unblockEffect } = sideConfig[side]
  const listings = formatCount(listingsToRelease, 'listing')
  const buttonOf = (label: string) => ({
    size: 'sm' as const,
    'aria-describedby': nameCellId(account),
    label,
  })
  return (
    <div className="flex flex-wrap justify-end gap-2 tabular:justify-start">
      {status === 'blocked' ? (
        <ReasonButton
          button={buttonOf('Unblock')}
          action={toggle}
          toInput={(reason) => ({ id, status: 'active' as const, reason })}
          title={`Unblock ${name}?`}
          effect={`They can log in and write messages again. ${unblockEffect}`}
          hint="Only admins see it."
          confirmLabel="Unblock"
          errorText={`Failed to unblock ${name}.`}
          doneText={`${name} was unblocked.`}
          danger={false}
        />
      ) : (
        <ReasonButton
          button={buttonOf('Block')}
          action={toggle}
          toInput={(reason) => ({ id, status: 'blocked' as const, reason })}
          title={`Block ${name}?`}
          effect={`They are logged out at once and can’t log in.${blockEffect} Nobody can write to them any more.`}
          hint="Shown at their next login."
          confirmLabel="Yes, Block"
          errorText={`Failed to block ${name}.`}
          doneText={`${name} was blocked.`}
          isOptional
        >
          <OpenOrders accountId={id} />
        </ReasonButton>
      )}
      {listingsToRelease > 0 && (
        <ReasonButton
          button={buttonOf(`Release ${listings}`)}
          action={releaseSellerListings}
          toInput={(reason) => ({ id, reason })}
          title={`Release ${listings}?`}
          effect={`Buyers see all books of ${name} again. First delete those that break the rules, in Books.`}
          hint="Only admins see it."
          confirmLabel="Release"
          errorText="Failed to release the listings."
          doneText={`${listings} of ${name} released.`}
          isOptional
          danger={false}
        />
      )}
    </div>
  )
}

const actionColumn = (side: Side): Column<Account> => ({
  header: 'Action',
  cell: (account) => <AccountActions side={side} account={account} />,
})

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
  const { title, endpoint, columns } = lists[side]
  return (
    <AdminList
      // The key keeps the lists of buyers and sellers from sharing their state.
      key={side}
      endpoint={endpoint}
      title={title}
      searchLabel="Search by name or email"
      rowName={side}
      emptyText={`No ${title.toLowerCase()} found.`}
      columns={columns}
    />
  )
}
