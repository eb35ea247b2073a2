import { useState } from 'react'
import { type Proposal, proposals } from '#contract/orders/problem-form.ts'
import { type Problem, proposeSolution } from '#contract/orders/problems.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { proposalLabels } from './labels.ts'

/** The seller offers a way out; the buyer decides. */
export function ProposeSolution({ problem, buyer }: { problem: Problem; buyer: string }) {
  const write = useWrite(proposeSolution)
  const [chosen, setChosen] = useState<Proposal>()
  const [failure, setFailure] = useState<string>()
  const propose = async (proposal: Proposal) => {
    setChosen(proposal)
    setFailure(undefined)
    try {
      await write.run({ orderId: problem.orderId, proposal })
    } catch (error) {
      setFailure(errorMessage(error, 'Failed to send the proposal.'))
    }
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium text-sm">Propose a solution</legend>
      <div className="flex flex-wrap gap-2">
        {proposals.map((proposal) => (
          <Button
            key={proposal}
            variant={problem.proposal === proposal ? 'primary' : 'plain'}
            aria-pressed={problem.proposal === proposal}
            pending={write.pending && chosen === proposal}
            onClick={() => void propose(proposal)}
          >
            {proposalLabels[proposal]}
          </Button>
        ))}
      </div>
      <p className="text-muted text-sm">
        {buyer} decides whether that solves it. Dobara holds no money: the two of you carry it out.
      </p>
      <FormError>{failure}</FormError>
    </fieldset>
  )
}
