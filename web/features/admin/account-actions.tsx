import { type ComponentProps, useState } from 'react'
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
import { ReasonDialog } from './reason-dialog.tsx'

const sideConfig = {
  buyer: { toggle: toggleBuyer, blockEffect: '', unblockEffect: 'Their ratings count again.' },
  seller: {
    toggle: toggleSeller,
    blockEffect: ' Their books leave the market.',
    unblockEffect: 'Their listings stay hidden until you release them.',
  },
} as const

type Action = 'block' | 'unblock' | 'release'
type Question = Omit<ComponentProps<typeof ReasonDialog>, 'id' | 'onClose'>

function questionOf(
  action: Action,
  side: Side,
  { _id, name, listingsToRelease = 0 }: Account,
): Question {
  const { toggle, blockEffect, unblockEffect } = sideConfig[side]
  const listings = formatCount(listingsToRelease, 'listing')
  switch (action) {
    case 'block':
      return {
        ...{ action: toggle, status: 'blocked', isOptional: true },
        title: `Block ${name}?`,
        effect: `They are logged out at once and can’t log in.${blockEffect} Nobody can write to them any more.`,
        hint: 'Shown at their next login.',
        confirmLabel: 'Yes, Block',
        errorText: `Failed to block ${name}.`,
        doneText: `${name} was blocked.`,
        children: <OpenOrders accountId={_id} />,
      }
    case 'unblock':
      return {
        ...{ action: toggle, status: 'active', danger: false },
        title: `Unblock ${name}?`,
        effect: `They can log in and write messages again. ${unblockEffect}`,
        hint: 'Only admins see it.',
        confirmLabel: 'Unblock',
        errorText: `Failed to unblock ${name}.`,
        doneText: `${name} was unblocked.`,
      }
    case 'release':
      return {
        ...{ action: releaseSellerListings, isOptional: true, danger: false },
        title: `Release ${listings}?`,
        effect: `Buyers see all books of ${name} again. First delete those that break the rules, in Books.`,
        hint: 'Only admins see it.',
        confirmLabel: 'Release',
        errorText: 'Failed to release the listings.',
        doneText: `${listings} of ${name} released.`,
      }
  }
}

function AccountActions({ side, account }: { side: Side; account: Account }) {
  const { _id, status, listingsToRelease = 0 } = account
  const [question, setQuestion] = useState<Question>()
  const buttonOf = (action: Action, label: string) => (
    <Button
      variant="plain"
      size="sm"
      aria-describedby={nameCellId(account)}
      onClick={() => setQuestion(questionOf(action, side, account))}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap justify-end gap-2 tabular:justify-start">
      {status === 'blocked' ? buttonOf('unblock', 'Unblock') : buttonOf('block', 'Block')}
      {listingsToRelease > 0 &&
        buttonOf('release', `Release ${formatCount(listingsToRelease, 'listing')}`)}
      {question && <ReasonDialog {...question} id={_id} onClose={() => setQuestion(undefined)} />}
    </div>
  )
}

export const actionColumn = (side: Side): Column<Account> => ({
  header: 'Action',
  cell: (account) => <AccountActions side={side} account={account} />,
})
