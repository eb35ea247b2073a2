import { useState } from 'react'
import {
  type Account,
  listBuyers,
  listSellers,
  releaseSellerListings,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { useUpdateRow, useWrite } from '#web/api/hooks.ts'
import { formatCount } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const sideConfig = {
  buyer: {
    list: listBuyers,
    toggle: toggleBuyer,
    blockEffect: '',
    unblockEffect: 'Their ratings count again.',
  },
  seller: {
    list: listSellers,
    toggle: toggleSeller,
    blockEffect: ' Their books leave the market.',
    unblockEffect: 'Their listings stay hidden until you put them back.',
  },
} as const

/** The id of the name's cell, which describes the buttons of its row to screen readers. */
export const nameCellId = ({ _id }: Pick<Account, '_id'>) => `name-${_id}`

type Props = { side: Side; account: Account }

export const AccountActions = ({ side, account }: Props) => (
  <div className="flex flex-wrap justify-end gap-2 tabular:justify-start">
    {account.status === 'blocked' ? (
      <UnblockButton side={side} account={account} />
    ) : (
      <BlockButton side={side} account={account} />
    )}
    <ReleaseButton account={account} />
  </div>
)

function BlockButton({ side, account }: Props) {
  const { list, toggle, blockEffect } = sideConfig[side]
  const toast = useToast()
  const write = useWrite(toggle)
  const updateRow = useUpdateRow(list)
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const block = async () => {
    try {
      const updated = await write.run({ id: account._id, status: 'blocked', reason })
      if (updated) {
        updateRow(updated._id, () => updated)
        toast({ text: `${updated.name} was blocked.`, kind: 'success' })
      }
    } catch (error) {
      toast({ text: errorMessage(error, `Failed to block ${account.name}.`), kind: 'error' })
    }
    setConfirming(false)
  }
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-describedby={nameCellId(account)}
        onClick={() => setConfirming(true)}
      >
        Block
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={`Block ${account.name}?`}
        confirmLabel="Yes, Block"
        danger
        pending={write.pending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void block()}
      >
        <div className="flex flex-col gap-4">
          <p>
            They are logged out at once and can’t log in.{blockEffect} Nobody can write to them any
            more.
          </p>
          {isConfirming && <OpenOrders accountId={account._id} />}
          <Field label="Reason" optional hint="Shown at their next login.">
            <TextArea value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}

function UnblockButton({ side, account }: Props) {
  const { toggle, unblockEffect } = sideConfig[side]
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-describedby={nameCellId(account)}
        onClick={() => setAsking(true)}
      >
        Unblock
      </Button>
      {isAsking && (
        <ReasonDialog
          action={toggle}
          id={account._id}
          status="active"
          title={`Unblock ${account.name}?`}
          effect={`They can log in and write messages again. ${unblockEffect}`}
          hint="Only admins see it."
          confirmLabel="Unblock"
          errorText={`Failed to unblock ${account.name}.`}
          doneText={`${account.name} was unblocked.`}
          danger={false}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function ReleaseButton({ account }: { account: Account }) {
  const { _id, name, heldListings = 0 } = account
  const toast = useToast()
  const write = useWrite(releaseSellerListings)
  const updateRow = useUpdateRow(listSellers)
  const [isConfirming, setConfirming] = useState(false)
  const listings = formatCount(heldListings, 'listing')
  const release = async () => {
    try {
      const updated = await write.run({ id: _id })
      if (updated) {
        updateRow(_id, () => updated)
        toast({ text: `${listings} of ${name} put back on the market.`, kind: 'success' })
      }
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to put the listings back.'), kind: 'error' })
    }
    setConfirming(false)
  }
  return (
    <>
      {heldListings > 0 && (
        <Button
          variant="plain"
          size="sm"
          aria-describedby={nameCellId(account)}
          onClick={() => setConfirming(true)}
        >
          Put back {listings}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        title={`Put ${listings} back on the market?`}
        confirmLabel="Put back"
        pending={write.pending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void release()}
      >
        <p>
          Buyers see all books of {name} again. First delete those that break the rules, in Books.
        </p>
      </ConfirmDialog>
    </>
  )
}
