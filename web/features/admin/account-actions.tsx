import {
  type Account,
  releaseSellerListings,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { formatCount } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { nameCellId } from './accounts-table.tsx'
import { OpenOrders } from './open-orders.tsx'
import { useReasonDialog } from './reason-dialog.tsx'

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
  const { ask, dialog } = useReasonDialog()
  const block = () =>
    ask({
      action: toggle,
      toInput: (reason) => ({ id, status: 'blocked' as const, reason }),
      title: `Block ${name}?`,
      effect: `They are logged out at once and can’t log in.${blockEffect} Nobody can write to them any more.`,
      hint: 'Shown at their next login.',
      confirmLabel: 'Yes, Block',
      errorText: `Failed to block ${name}.`,
      doneText: `${name} was blocked.`,
      isOptional: true,
      children: <OpenOrders accountId={id} />,
    })
  const unblock = () =>
    ask({
      action: toggle,
      toInput: (reason) => ({ id, status: 'active' as const, reason }),
      title: `Unblock ${name}?`,
      effect: `They can log in and write messages again. ${unblockEffect}`,
      hint: 'Only admins see it.',
      confirmLabel: 'Unblock',
      errorText: `Failed to unblock ${name}.`,
      doneText: `${name} was unblocked.`,
      danger: false,
    })
  const release = () =>
    ask({
      action: releaseSellerListings,
      toInput: (reason) => ({ id, reason }),
      title: `Release ${listings}?`,
      effect: `Buyers see all books of ${name} again. First delete those that break the rules, in Books.`,
      hint: 'Only admins see it.',
      confirmLabel: 'Release',
      errorText: 'Failed to release the listings.',
      doneText: `${listings} of ${name} released.`,
      isOptional: true,
      danger: false,
    })
  const buttonOf = (label: string, onClick: () => void) => (
    <Button variant="plain" size="sm" aria-describedby={nameCellId(account)} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap justify-end gap-2 tabular:justify-start">
      {status === 'blocked' ? buttonOf('Unblock', unblock) : buttonOf('Block', block)}
      {listingsToRelease > 0 && buttonOf(`Release ${listings}`, release)}
      {dialog}
    </div>
  )
}

export const actionColumn = (side: Side): Column<Account> => ({
  header: 'Action',
  cell: (account) => <AccountActions side={side} account={account} />,
})
