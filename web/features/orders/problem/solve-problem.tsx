// The buyer solves a problem by accepting a proposal, by reporting that another copy arrived, or by
// withdrawing it. Only the seller can propose a refund or a return.
import { useState } from 'react'
import type { buyerOutcomes, Proposal } from '#contract/orders/problem-form.ts'
import { type Problem, solveProblem } from '#contract/orders/problems.ts'
import { useWrite } from '#web/api/hooks.ts'
import { FormDialog } from '#web/forms/dialog-form.tsx'
import { SelectField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
import { proposalText } from './labels.ts'

const outcomeOptions = {
  replaced: 'I got another copy',
  withdrawn: 'It was no problem: I withdraw it',
} as const satisfies Partial<Record<(typeof buyerOutcomes)[number], string>>

export function SolveProblem({ problem, seller }: { problem: Problem; seller: string }) {
  const [isChoosing, setChoosing] = useState(false)
  const { proposal, refund } = problem
  return (
    <div className="flex flex-col gap-3">
      {proposal && (
        <p className="rounded-box bg-accent-soft px-4 py-3">
          <span className="font-medium">
            {seller} proposes: {proposalText(proposal, refund)}.
          </span>{' '}
          Accept it if you have agreed on how and when. Dobara holds no money, so the two of you
          carry it out.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {proposal && <AcceptProposal problem={problem} />}
        <Button variant="plain" onClick={() => setChoosing(true)}>
          {proposal ? 'Solved another way' : 'It’s solved'}
        </Button>
      </div>
      {isChoosing && <OutcomeDialog problem={problem} onClose={() => setChoosing(false)} />}
    </div>
  )
}

type Terms = { proposal: Proposal; refund: number | undefined }

function AcceptProposal({ problem: { orderId, proposal, refund } }: { problem: Problem }) {
  const solve = useWrite(solveProblem)
  /** The proposal that the open question is about. The answer accepts no other proposal. */
  const [asked, setAsked] = useState<Terms>()
  const { failure, attempt } = useWriteFailure([proposal ?? '', String(refund)])
  if (!proposal) return null
  const accept = async (terms: Terms) => {
    const accepted = { orderId, outcome: terms.proposal, ...terms }
    await attempt(() => solve.run(accepted), 'Failed to save.')
    setAsked(undefined)
  }
  return (
    <>
      <Button onClick={() => setAsked({ proposal, refund })}>Accept the proposal</Button>
      {asked && (
        <StaleActionBoundary can={asked.proposal === proposal && asked.refund === refund}>
          <ConfirmDialog
            open
            title={`Accept: ${proposalText(asked.proposal, asked.refund)}?`}
            confirmLabel="Yes, accept it"
            cancelLabel="Not yet"
            pending={solve.pending}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => void accept(asked)}
          >
            The problem counts as solved then. If nothing comes of it, you can report it again
            within seven days.
          </ConfirmDialog>
        </StaleActionBoundary>
      )}
      <FormError>{failure}</FormError>
    </>
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
      {...{ form, submission, onClose }}
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
