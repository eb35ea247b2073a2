import { Ban, CheckCircle2 } from 'lucide-react'
import { useState } from 'react'
import type { AccountStatus } from '#contract/accounts/auth.ts'
import {
  type Account,
  listBuyers,
  listSellers,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/policy.ts'
import { errorMessage } from '#web/api/client.ts'
import { useUpdateRow, useWrite } from '#web/api/hooks.ts'
import { orNoValue } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { Email } from './email.tsx'
import { OpenOrders } from './open-orders.tsx'

type Person = Pick<Account, '_id' | 'name' | 'email'>

/** The id of the cell with the name, which describes the row's button to screen readers. */
export const nameCellId = ({ _id }: Pick<Person, '_id'>) => `name-${_id}`

export const nameColumn: Column<Person> = {
  header: 'Name',
  wraps: true,
  cell: (person) => (
    <span id={nameCellId(person)} className="font-medium">
      {orNoValue(person.name)}
    </span>
  ),
}

export const emailColumn: Column<Person> = {
  header: 'Email',
  wraps: true,
  cell: (person) => <Email>{person.email}</Email>,
}

export const statusColumn: Column<Account> = {
  header: 'Status',
  cell: ({ status }) =>
    status === 'blocked' ? (
      <Badge tone="danger" icon={<Ban size={16} aria-hidden />}>
        Blocked
      </Badge>
    ) : (
      <Badge tone="success" icon={<CheckCircle2 size={16} aria-hidden />}>
        Active
      </Badge>
    ),
}

const sideConfig = {
  buyer: { list: listBuyers, toggle: toggleBuyer, effect: '' },
  seller: {
    list: listSellers,
    toggle: toggleSeller,
    effect: ' Their books leave the market until they are unblocked.',
  },
} as const

export const actionColumn = (side: Side): Column<Account> => ({
  header: 'Action',
  cell: (account) => <BlockButton side={side} account={account} />,
})

function BlockButton({ side, account }: { side: Side; account: Account }) {
  const { list, toggle, effect } = sideConfig[side]
  const toast = useToast()
  const write = useWrite(toggle)
  const updateRow = useUpdateRow(list)
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const isBlocked = account.status === 'blocked'
  const setStatus = async (newStatus: AccountStatus) => {
    try {
      const updated = await write.run({
        id: account._id,
        status: newStatus,
        ...(newStatus === 'blocked' && { reason }),
      })
      if (updated) {
        updateRow(updated._id, () => updated)
        toast({
          text: `${updated.name} was ${newStatus === 'blocked' ? 'blocked' : 'unblocked'}.`,
          kind: 'success',
        })
      }
    } catch (error) {
      toast({
        text: errorMessage(
          error,
          `Failed to ${newStatus === 'blocked' ? 'block' : 'unblock'} ${account.name}.`,
        ),
        kind: 'error',
      })
    }
    setConfirming(false)
  }
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-describedby={nameCellId(account)}
        pending={write.pending && !isConfirming}
        onClick={() => (isBlocked ? void setStatus('active') : setConfirming(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={`Block ${account.name}?`}
        confirmLabel="Yes, Block"
        danger
        pending={write.pending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void setStatus('blocked')}
      >
        <div className="flex flex-col gap-4">
          <p>
            They are logged out at once and can’t log in.{effect} Nobody can write to them any more.
          </p>
          {isConfirming && !isBlocked && <OpenOrders accountId={account._id} />}
          <Field label="Reason" optional hint="They read it when they try to log in.">
            <TextArea
              value={reason}
              maxLength={maxLength.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}
