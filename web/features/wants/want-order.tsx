import { Link } from 'react-router'
import { type Want, wantAnother } from '#contract/wishlist/wants.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Order = NonNullable<Want['order']>
type Props = { want: Want; order: Order; onRemove: () => void }

/** How the person gets the title: until they say so, they don't wait for another copy. */
export function WantOrder({ want, order, onRemove }: Props) {
  if (order.state !== 'received')
    return (
      <p>
        {order.state === 'rented' ? 'You have rented one' : 'You get one'}
        {' in '}
        <OrderLink order={order} />.
      </p>
    )
  return <Another want={want} onRemove={onRemove} />
}

function OrderLink({ order: { exchangeId } }: { order: Order }) {
  const role = useSession()?.role
  const text = exchangeId === undefined ? 'your orders' : 'an exchange'
  // Orders are of the buyer account; exchanges are of the person.
  if (exchangeId === undefined && role !== 'buyer') return text
  const to =
    exchangeId === undefined
      ? paths.buyer.orders
      : exchangePath(role === 'seller' ? 'seller' : 'buyer', exchangeId)
  return (
    <Link to={to} className="text-primary underline">
      {text}
    </Link>
  )
}

function Another({ want, onRemove }: { want: Want; onRemove: () => void }) {
  const toast = useToast()
  const another = useWrite(wantAnother)
  const ask = async () => {
    try {
      if (await another.run({ id: want._id }))
        toast({ text: 'You wait for another copy.', kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to save.'), kind: 'error' })
    }
  }
  return (
    <>
      <p>You have got one. Do you still want another?</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" size="sm" onClick={onRemove}>
          No, remove it
        </Button>
        <Button variant="plain" size="sm" pending={another.pending} onClick={() => void ask()}>
          Yes, another
        </Button>
      </div>
    </>
  )
}
