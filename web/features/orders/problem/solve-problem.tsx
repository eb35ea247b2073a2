// The buyer solves a problem by accepting a proposal, by reporting that another copy arrived, or by
// withdrawing the problem. Only the seller can propose a refund or a return.
import type { buyerOutcomes } from '#contract/orders/problem-form.ts'
import { type Problem, solveProblem } from '#contract/orders/problems.ts'
import { ActionButton, DialogButton } from '#web/forms/action-buttons.tsx'
import { SelectField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { proposalText } from './labels.ts'

const outcomeOptions = {
  replaced: 'I got another copy',
  withdrawn: 'It was no problem: I withdraw it',
} as const satisfies Partial<Record<(typeof buyerOutcomes)[number], string>>

export function SolveProblem({ problem, seller }: { problem: Problem; seller: string }) {
  const { orderId, proposal, refund } = problem
  const terms = proposal && proposalText(proposal, refund)
  return (
    <div className="flex flex-col gap-3">
      {proposal && (
        <p className="rounded-box bg-accent-soft px-4 py-3">
          <span className="font-medium">
            {seller} proposes: {terms}.
          </span>{' '}
          Accept it if you have agreed on how and when. Dobara holds no money, so the two of you
          carry it out.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {proposal && (
          <ActionButton
            // A changed proposal closes the question.
            key={terms}
            label="Accept the proposal"
            endpoint={solveProblem}
            input={{ orderId, outcome: proposal, proposal, refund }}
            failed="Failed to save."
            question={{
              title: `Accept: ${terms}?`,
              confirmLabel: 'Yes, accept it',
              cancelLabel: 'Not yet',
              children:
                'The problem counts as solved then. If nothing comes of it, you can report it again within seven days.',
            }}
          />
        )}
        <DialogButton label={proposal ? 'Solved another way' : 'It’s solved'} variant="plain">
          {(close) => <OutcomeDialog problem={problem} onClose={close} />}
        </DialogButton>
      </div>
    </div>
  )
}

const OutcomeInput = solveProblem.input.pick({ outcome: true })

function OutcomeDialog({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  const form = useContractForm(OutcomeInput, { defaultValues: { outcome: '' as 'refund' } })
  const others = Object.entries(outcomeOptions).filter(([outcome]) => outcome !== problem.proposal)
  const submission = useSubmit(form, solveProblem, {
    toInput: ({ outcome }) => ({ orderId: problem.orderId, outcome }),
    fallback: 'Failed to save.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="How was it solved?"
      submitLabel="Mark as solved"
    >
      <SelectField
        name="outcome"
        label="Outcome"
        hint="The seller reads it in the chat. For a refund or a return, ask them to propose it."
        asks
        options={others}
      />
    </FormDialog>
  )
}
