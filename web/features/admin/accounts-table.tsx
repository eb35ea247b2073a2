// What the lists of people share: their names and emails, how an account stands, and the button that changes it.
import { Ban, CheckCircle2 } from 'lucide-react'
import { useState } from 'react'
import {
  type Account,
  listBuyers,
  listSellers,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin.ts'
import type { AccountStatus } from '#contract/auth.ts'
import type { Side } from '#contract/endpoint.ts'
import { messageOf } from '#web/api/client.ts'
import { useUpdateRow, useWrite } from '#web/api/hooks.ts'
import { orNoValue } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { Badge } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { Email } from './email.tsx'

type Person = Pick<Account, '_id' | 'name' | 'email'>

/** What a row's button says whom it is about by. */
export const nameId = ({ _id }: Pick<Person, '_id'>) => `name-${_id}`

export const name: Column<Person> = {
  head: 'Name',
  free: true,
  cell: (person) => (
    <span id={nameId(person)} className="font-medium">
      {orNoValue(person.name)}
    </span>
  ),
}

export const email: Column<Person> = {
  head: 'Email',
  free: true,
  cell: (person) => <Email>{person.email}</Email>,
}

export const status: Column<Account> = {
  head: 'Status',
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

const sides = {
  buyer: { list: listBuyers, toggle: toggleBuyer, also: '' },
  seller: {
    list: listSellers,
    toggle: toggleSeller,
    also: ' Their books leave the market until they are unblocked.',
  },
} as const

export const action = (side: Side): Column<Account> => ({
  head: 'Action',
  cell: (account) => <StandingButton side={side} account={account} />,
})

function StandingButton({ side, account }: { side: Side; account: Account }) {
  const { list, toggle, also } = sides[side]
  const toast = useToast()
  const write = useWrite(toggle)
  const changeRow = useUpdateRow(list)
  const [asking, setAsking] = useState(false)
  const isBlocked = account.status === 'blocked'
  const set = async (wanted: AccountStatus) => {
    try {
      const answer = await write.run({ id: account._id, status: wanted })
      if (answer) {
        changeRow(answer._id, () => answer)
        toast({
          text: `${answer.name} was ${wanted === 'blocked' ? 'blocked' : 'unblocked'}.`,
          kind: 'good',
        })
      }
    } catch (error) {
      toast({
        text: messageOf(
          error,
          `Failed to ${wanted === 'blocked' ? 'block' : 'unblock'} ${account.name}.`,
        ),
        kind: 'bad',
      })
    }
    setAsking(false)
  }
  return (
    <>
      <Button
        look="plain"
        size="sm"
        aria-describedby={nameId(account)}
        pending={write.pending && !asking}
        onClick={() => (isBlocked ? void set('active') : setAsking(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      <Confirm
        open={asking}
        title={`Block ${account.name}?`}
        confirm="Yes, Block"
        danger
        pending={write.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void set('blocked')}
      >
        They are logged out at once and can't log in.{also} Their chats become read-only for the
        other side; open orders can still be finished or cancelled.
      </Confirm>
    </>
  )
}
