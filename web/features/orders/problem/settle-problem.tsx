import { useState } from 'react'
import { settleProblem } from '#contract/admin/admin-orders.ts'
import { adminOutcomes } from '#contract/orders/problem-form.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { outcomeLabels } from './labels.ts'

export function SettleProblem({ orderId }: { orderId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        Settle the problem
      </Button>
      {isOpen && <SettleDialog orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  )
}

const SettleInput = settleProblem.input.pick({ outcome: true, reason: true })

function SettleDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const toast = useToast()
  const form = useContractForm(SettleInput, {
    defaultValues: { outcome: '' as 'refund', reason: '' },
  })
  const { submit, failure, pending } = useSubmit(form, settleProblem, {
    toInput: (values) => ({ id: orderId, ...values }),
    fallback: () => 'Failed to settle the problem.',
    onDone: () => {
      toast({ text: 'The problem was settled.', kind: 'success' })
      onClose()
    },
  })
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title="Settle the problem"
      hasUnsavedChanges={isDirty && !pending}
    >
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel="Settle"
        onCancel={onClose}
      >
        <Field label="Outcome" error={errors.outcome?.message}>
          <Select {...form.register('outcome')}>
            <option value="" disabled>
              Choose…
            </option>
            {adminOutcomes.map((outcome) => (
              <option key={outcome} value={outcome}>
                {outcomeLabels[outcome]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Reason" hint="Both people read it." error={errors.reason?.message}>
          <TextArea {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
