import { Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOutcomeLabels, problemReasonLabels } from '#contract/orders/problem-form.ts'
import type { Problem, ProblemMessage } from '#contract/orders/problems.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { formatDate, RecentTime } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { proposalText } from './labels.ts'
import { ProblemPhotos } from './problem-photos.tsx'

type SideNames = Record<ProblemMessage['by'], string>

type Props = { problem: Problem; names: SideNames; children?: ReactNode }

export function ProblemThread({ problem, names, children }: Props) {
  const { solved } = problem
  return (
    <Card
      title={labelOf(problemReasonLabels, problem.reason)}
      action={solved ? <Badge tone="success">Solved</Badge> : <Badge tone="danger">Open</Badge>}
    >
      <ol className="wrap-anywhere flex flex-col gap-4">
        {problem.messages.map((message) => (
          <li key={message._id} className="flex flex-col gap-2 border-border border-l-2 pl-3">
            <Message message={message} sender={names[message.by]} />
          </li>
        ))}
      </ol>
      {solved && (
        <div className="wrap-anywhere rounded-box bg-primary-soft px-4 py-3">
          <p className="font-medium">
            {labelOf(problemOutcomeLabels, solved.outcome)}
            {isAccepted(problem) && `: ${formatRupees(problem.refund ?? 0)}`}
            {solved.by === 'Admin' && solved.outcome !== 'dismissed' && ', settled by an admin'}
            {` · ${formatDate(solved.at)}`}
          </p>
          {solved.reason && <p className="whitespace-pre-line">Reason: {solved.reason}</p>}
        </div>
      )}
      {children}
    </Card>
  )
}

const isAccepted = ({ solved, proposal, refund }: Problem): boolean =>
  solved?.by === 'Buyer' &&
  solved.outcome === 'refund' &&
  proposal === 'refund' &&
  refund !== undefined

function Message({ message, sender }: { message: ProblemMessage; sender: string }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-semibold">{sender}</span>
        <RecentTime at={message.at} className="text-muted" />
      </p>
      {message.text && <p className="whitespace-pre-line">{message.text}</p>}
      {message.proposal && (
        <p className="flex items-center gap-2 font-medium text-primary">
          <Handshake className="shrink-0" />
          Proposal: {proposalText(message.proposal, message.refund)}
        </p>
      )}
      <ProblemPhotos photos={message.photos} sender={sender === 'You' ? 'you' : sender} />
    </>
  )
}
