import { useState } from 'react'
import type { z } from 'zod'
import { type Exchange, sendExchanged } from '#contract/exchanges/exchanges.ts'
import { changeOf } from '#web/features/orders/change-text.ts'
import { CourierFields } from '#web/features/orders/hand-over/courier-fields.tsx'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import type { AgreedLeg } from './next-step.ts'

type Props = { exchange: Exchange; leg: AgreedLeg }

/** Says that a book was sent; afterwards, with which courier. */
export function SendExchanged({ exchange, leg }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { order, status } = leg
  const can = status === 'Pending' || order?.can.includes('edit-shipment') === true
  return (
    <WhilePossible can={can} {...changeOf(order ? [order] : [])}>
      <Button variant={status === 'Pending' ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        {status === 'Pending' ? 'I have sent it' : 'Courier and tracking number'}
      </Button>
      {isOpen && <SendDialog exchange={exchange} leg={leg} onClose={() => setOpen(false)} />}
    </WhilePossible>
  )
}

const SendForm = sendExchanged.input.omit({ exchangeId: true, orderId: true })
type SendForm = z.input<typeof SendForm>

function SendDialog({ exchange, leg, onClose }: Props & { onClose: () => void }) {
  const { shipment } = leg.order ?? {}
  const form = useContractForm<SendForm, z.output<typeof SendForm>>(SendForm, {
    defaultValues: {
      courier: shipment?.courier ?? '',
      trackingNumber: shipment?.trackingNumber ?? '',
    },
  })
  const submission = useSubmit(form, sendExchanged, {
    toInput: (values) => ({ ...values, exchangeId: exchange._id, orderId: leg.orderId }),
    fallback: () => 'Could not be saved. Please try again.',
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={`How was “${leg.book.title}” sent?`}
      description="The other one is told at once. Once a book is sent, the exchange can’t be cancelled as a whole any more."
    >
      <DialogForm
        submit={submission.submit}
        failure={submission.failure}
        pending={submission.pending}
        submitLabel={leg.status === 'Pending' ? 'It is on its way' : 'Save'}
        onCancel={onClose}
      >
        <CourierFields register={form.register} errors={errors} isCourierOptional />
      </DialogForm>
    </Dialog>
  )
}
