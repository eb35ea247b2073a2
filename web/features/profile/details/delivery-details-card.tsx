import { formatPhone } from '#contract/common/typed-text.ts'
import { type Address, deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { RevealCard } from '#web/features/profile/reveal-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export const DeliveryDetailsCard = () => (
  <RevealCard
    title="Delivery details"
    hint="Where books were sent, kept for your next offers. A seller sees one only with an offer or an order."
  >
    <Addresses />
  </RevealCard>
)

function Addresses() {
  const addresses = useRead(listAddresses, {})
  if (addresses.isPending)
    return (
      <Loading>
        <Skeleton className="h-11" />
      </Loading>
    )
  if (!addresses.data) return <InlineLoadError onRetry={() => void addresses.refetch()} />
  if (addresses.data.length === 0) return <p className="text-muted">None.</p>
  return (
    <ul className="flex flex-col divide-y divide-border">
      {addresses.data.map((address) => (
        <Row key={address._id} address={address} />
      ))}
    </ul>
  )
}

function Row({ address: { _id, deliveryAddress, phoneNumber } }: { address: Address }) {
  const toast = useToast()
  const remove = useWrite(deleteAddress)
  const run = () =>
    remove
      .run({ addressId: _id })
      .catch((error: unknown) =>
        toast({ text: errorMessage(error, 'Failed to delete the address.'), kind: 'error' }),
      )
  return (
    <li className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="wrap-anywhere min-w-0">
        <p className="whitespace-pre-line">{deliveryAddress}</p>
        <p className="text-muted text-sm">{formatPhone(phoneNumber)}</p>
      </div>
      <Button
        variant="danger-ghost"
        size="sm"
        aria-label={`Delete ${deliveryAddress}`}
        pending={remove.pending}
        onClick={() => void run()}
      >
        Delete
      </Button>
    </li>
  )
}
