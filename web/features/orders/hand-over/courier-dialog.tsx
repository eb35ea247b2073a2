import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { sendExchanged } from '#contract/exchanges/exchanges.ts'
import { couriers } from '#contract/orders/hand-over.ts'
import type { Order, setShipment } from '#contract/orders/orders.ts'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'

type Props = {
  endpoint: typeof setShipment | typeof sendExchanged
  ids: { orderId: string; exchangeId?: string }
  shipment: Order['shipment']
  isCourierOptional?: boolean
  title: string
  description: string
  submitLabel: string
  onClose: () => void
}

/** Asks for the courier and the tracking number of a parcel. */
export function CourierDialog({ endpoint, ids, shipment, isCourierOptional, ...dialog }: Props) {
  const { courier = '', trackingNumber = '' } = shipment ?? {}
  const form = useContractForm(endpoint.input as z.ZodType<object, FieldValues>, {
    defaultValues: { ...ids, courier, trackingNumber },
  })
  const submission = useSubmit(form, endpoint, {
    fallback: 'Could not be saved. Please try again.',
    onDone: dialog.onClose,
  })
  return (
    <FormDialog {...dialog} form={form} submission={submission}>
      <CourierField optional={isCourierOptional ?? false} />
      <TrackingField name="trackingNumber" label="Tracking number" />
    </FormDialog>
  )
}

/** A courier, with the common ones as suggestions. */
export function CourierField({ optional }: { optional: boolean }) {
  const listId = useId()
  return (
    <>
      <TextField
        name="courier"
        label="Courier"
        optional={optional}
        list={listId}
        autoComplete="off"
        placeholder="India Post, DTDC …"
      />
      <datalist id={listId}>
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

export const TrackingField = ({ name, label }: { name: string; label: string }) => (
  <TextField
    name={name}
    label={label}
    optional
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
  />
)
