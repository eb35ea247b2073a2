import { formatPhone } from '#contract/common/typed-text.ts'
import { type Address, deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import { useRead } from '#web/api/hooks.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export function DeliveryDetails() {
  const addresses = useRead(listAddresses, {})
  return (
    <>
      <p className="text-muted">
        Where books were sent, kept for your next offers. A seller sees one only with an offer or an
        order.
      </p>
      <QueryView query={addresses} skeletons={['h-11']}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">None.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-border">
              {rows.map((address) => (
                <Row key={address._id} address={address} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  )
}

function Row({ address: { _id, deliveryAddress, phoneNumber } }: { address: Address }) {
  const remove = useAction(deleteAddress, { failed: 'Failed to delete the address.' })
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
        onClick={() => void remove.run({ addressId: _id })}
      >
        Delete
      </Button>
    </li>
  )
}
