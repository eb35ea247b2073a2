import { type KeyboardEvent, useState } from 'react'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { shipParcels, undoShipped } from '#contract/orders/parcels.ts'
import { CourierField, TrackingField } from '#web/features/orders/hand-over/courier-dialog.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { UndoButton } from '#web/forms/undo-button.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import type { SellerRow } from './seller-steps.ts'
import { undoSeconds } from './status-toast.tsx'

function parcelText({ order, packing }: SellerRow): string {
  const books = packing.length > 1 ? `${packing.length} books` : order.book.title || unknownBook
  return `${shortOrderId(order._id)} · ${order.buyer.name || unknownBuyer}, ${books}`
}

/** Barcode scanners end each number with Enter, which leads to the next field until the last. */
function goToNextField(event: KeyboardEvent) {
  const { target, currentTarget, key } = event
  const fields = [...currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(target as HTMLInputElement) + 1]
  if (key !== 'Enter' || !next) return
  event.preventDefault()
  next.focus()
}

type Props = { rows: readonly SellerRow[]; onClose: () => void; onDone: () => void }

export function ShipDialog({ rows, onClose, onDone }: Props) {
  // Others may ship some of them while the dialog is open.
  const [parcels] = useState(rows)
  const form = useContractForm(shipParcels.input, {
    defaultValues: {
      courier: '',
      parcels: parcels.map(({ order }) => ({ orderId: order._id, trackingNumber: '' })),
    },
  })
  const submission = useSubmit(form, shipParcels, {
    fallback: 'Failed to update order status.',
    done: ({ message, orderIds }) => ({
      text: message,
      seconds: undoSeconds,
      action: <UndoButton endpoint={undoShipped} input={{ orderIds }} final="orders_refused" />,
    }),
    onDone,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title={`Mark ${formatCount(parcels.length, 'parcel')} as shipped`}
      description="Each buyer is notified. You can add the courier later."
      submitLabel="Mark as shipped"
    >
      <CourierField optional />
      <fieldset className="flex flex-col gap-3" onKeyDown={goToNextField}>
        <legend className="mb-2 font-medium">Tracking numbers</legend>
        {parcels.map((row, index) => (
          <TrackingField
            key={row.order._id}
            name={`parcels.${index}.trackingNumber`}
            label={parcelText(row)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
