import { useId } from 'react'
import { couriers } from '#contract/orders/hand-over.ts'
import type { Order } from '#contract/orders/orders.ts'
import { TextField } from '#web/forms/fields.tsx'

export const courierDefaults = ({ shipment }: Pick<Order, 'shipment'>) => ({
  courier: shipment?.courier ?? '',
  trackingNumber: shipment?.trackingNumber ?? '',
})

export function CourierFields({ isCourierOptional = false }: { isCourierOptional?: boolean }) {
  const listId = useId()
  return (
    <>
      <TextField
        name="courier"
        label="Courier"
        optional={isCourierOptional}
        list={listId}
        autoComplete="off"
        placeholder="India Post, DTDC …"
      />
      <datalist id={listId}>
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        name="trackingNumber"
        label="Tracking number"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  )
}
