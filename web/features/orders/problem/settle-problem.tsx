import { useState } from 'react'
import { settleProblem } from '#contract/admin/admin-orders.ts'
import { adminOutcomes } from '#contract/orders/problem-form.ts'
import { FormDialog } from '#web/forms/dialog-form.tsx'
import { SelectField, TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
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

const outcomes = adminOutcomes.map((outcome) => [outcome, outcomeLabels[outcome]] as const)

function SettleDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const form = useContractForm(SettleInput, {
    defaultValues: { outcome: '' as 'refund', reason: '' },
  })
  const submission = useSubmit(form, settleProblem, {
    toInput: (values) => ({ id: orderId, ...values }),
    fallback: 'Failed to settle the problem.',
    done: 'The problem was settled.',
    onDone: onClose,
  })
  return (
    <FormDialog {...{ form, submission, onClose }} title="Settle the problem" submitLabel="Settle">
      <SelectField name="outcome" label="Outcome" asks options={outcomes} />
      <TextAreaField name="reason" label="Reason" hint="Both people read it." />
    </FormDialog>
  )
}
