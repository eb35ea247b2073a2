import { z } from 'zod'
import {
  type Proposal,
  ProposalInput,
  proposalLabels,
  proposals,
  RefundInput,
  requireRefund,
} from '#contract/orders/problem-form.ts'
import { type Problem, proposeSolution } from '#contract/orders/problems.ts'
import { formatAmountInput, formatRupees } from '#web/format.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { NumberField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { proposalText } from './labels.ts'

type Props = { problem: Problem; buyer: string }

export function ProposeSolution({ problem, buyer }: Props) {
  const { proposal, refund } = problem
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium text-sm">
        {proposal ? 'Propose something else' : 'Propose a solution'}
      </legend>
      {proposal && (
        <p className="text-sm">
          You propose: {proposalText(proposal, refund)}. Another proposal takes its place, until{' '}
          {buyer} has decided.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {proposals
          .filter((one) => (one === 'refund' ? problem.maxRefund > 0 : one !== proposal))
          .map((one) => (
            <DialogButton
              key={one}
              label={
                one === 'refund' && proposal === 'refund' ? 'Another amount' : proposalLabels[one]
              }
              variant="plain"
            >
              {(close) => (
                <ProposalDialog problem={problem} buyer={buyer} proposal={one} onClose={close} />
              )}
            </DialogButton>
          ))}
      </div>
      <p className="text-muted text-sm">
        {buyer} decides whether that solves it. Dobara holds no money: the two of you carry it out.
      </p>
    </fieldset>
  )
}

const ProposalForm = z
  .object({ proposal: ProposalInput, refund: RefundInput })
  .superRefine(requireRefund)

const questions: Record<Proposal, string> = {
  refund: 'Propose a refund',
  returned: 'Propose a return of the book?',
  replaced: 'Propose a replacement?',
}

function ProposalDialog({
  problem: { orderId, refund, maxRefund },
  buyer,
  proposal,
  onClose,
}: Props & { proposal: Proposal; onClose: () => void }) {
  const amount = refund === undefined ? '' : formatAmountInput(refund)
  const form = useContractForm(ProposalForm, { defaultValues: { proposal, refund: amount } })
  const submission = useSubmit(form, proposeSolution, {
    toInput: (values) => ({ orderId, ...values }),
    fallback: 'Failed to send the proposal.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title={questions[proposal]}
      description={`${buyer} is notified and can accept it.`}
      submitLabel="Send proposal"
    >
      {proposal === 'refund' && (
        <NumberField
          name="refund"
          label="How much you pay back (₹)"
          hint={`At most ${formatRupees(maxRefund)}`}
        />
      )}
    </FormDialog>
  )
}
