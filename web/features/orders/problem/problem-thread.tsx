import { Handshake } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { problemOutcomeLabels, problemReasonLabels } from '#contract/orders/problem-form.ts'
import type { Problem, ProblemMessage } from '#contract/orders/problems.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { formatDate, RecentTime } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { proposalText } from './labels.ts'
import { ProblemPhotos } from './problem-photos.tsx'

type SideNames = Record<ProblemMessage['by'], string>

type Props = { problem: Problem; names: SideNames; children?: ReactNode }

export function ProblemThread({ problem, names, children }: Props) {
  const titleId = useId()
  const { solved } = problem
  return (
    <section
      aria-labelledby={titleId}
      className="wrap-anywhere flex flex-col gap-4 rounded-box border border-border bg-surface p-4
        sm:p-6"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="font-semibold text-xl">
          {labelOf(problemReasonLabels, problem.reason)}
        </h2>
        {solved ? <Badge tone="success">Solved</Badge> : <Badge tone="danger">Open</Badge>}
      </header>
      <ol className="flex flex-col gap-4">
        {problem.messages.map((message) => (
          <li key={message._id} className="flex flex-col gap-2 border-border border-l-2 pl-3">
            <Message message={message} sender={names[message.by]} />
          </li>
        ))}
      </ol>
      {solved && (
        <div className="rounded-box bg-primary-soft px-4 py-3">
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
    </section>
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
