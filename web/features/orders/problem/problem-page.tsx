import { useState } from 'react'
import { unknownBook, unknownBuyer, unknownSeller } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { type OrderProblems, readOrderProblems } from '#contract/orders/problems.ts'
import { useRead } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { AnswerForm, ReportForm } from './problem-forms.tsx'
import { ProblemThread } from './problem-thread.tsx'
import { ProposeSolution } from './propose-solution.tsx'
import { SolveProblem } from './solve-problem.tsx'

export function ProblemPage({ orderId, side }: { orderId: string; side: Side }) {
  const session = useSession()
  const query = useRead(readOrderProblems, { orderId }, { enabled: session?.role === side })
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <TextLink to={paths[side].orders} className="self-start">
        {side === 'buyer' ? 'My Orders' : 'Orders'}
      </TextLink>
      <h1 className="font-semibold text-3xl">
        {query.data && query.data.problems.length === 0 && query.data.reasons.length > 0
          ? 'Report a problem'
          : `Problem with order ${shortOrderId(orderId)}`}
      </h1>
      <QueryView
        query={query}
        skeletons={['h-28', 'h-72']}
        failed={
          isRefusal(query.error)
            ? 'Order not found.'
            : 'Failed to load the problem. Please try again.'
        }
        isFinal={isRefusal(query.error)}
      >
        {(data) => <Problems data={data} side={side} />}
      </QueryView>
    </div>
  )
}

function Problems({ data, side }: { data: OrderProblems; side: Side }) {
  const { order, problems, reasons } = data
  const buyer = order.buyer.name || unknownBuyer
  const seller = order.seller.name || unknownSeller
  const names =
    side === 'buyer' ? { Buyer: 'You', Seller: seller } : { Buyer: buyer, Seller: 'You' }
  const other = side === 'buyer' ? seller : buyer
  return (
    <>
      <OrderSummary order={order} other={other} />
      {problems.length === 0 && reasons.length === 0 && <NothingToReport side={side} />}
      {problems.map((problem) => (
        <ProblemThread key={problem._id} problem={problem} names={names}>
          <StaleActionBoundary can={problem.can.includes('propose')}>
            <ProposeSolution problem={problem} buyer={buyer} />
          </StaleActionBoundary>
          <StaleActionBoundary can={problem.can.includes('solve')}>
            <SolveProblem problem={problem} seller={seller} />
          </StaleActionBoundary>
          {problem.can.length > 0 && <AdminsSeeIt isBlocked={!problem.can.includes('write')} />}
          <StaleActionBoundary can={problem.can.includes('write')}>
            <AnswerForm orderId={order._id} to={other} />
          </StaleActionBoundary>
        </ProblemThread>
      ))}
      <StaleActionBoundary can={reasons.length > 0}>
        <ReportProblem key={problems.length} data={data} seller={seller} />
      </StaleActionBoundary>
    </>
  )
}

const AdminsSeeIt = ({ isBlocked }: { isBlocked: boolean }) => (
  <p className="text-muted text-sm">
    {isBlocked
      ? 'One of you has blocked the other, so you can’t write to each other here. Dobara’s admins read the report and can settle it.'
      : 'No agreement? Dobara’s admins see open problems too and can settle them.'}
  </p>
)

const NothingToReport = ({ side }: { side: Side }) => (
  <p className="rounded-box border border-border border-dashed p-4">
    {side === 'seller'
      ? 'The buyer has reported no problem with this order.'
      : 'A problem can be reported within seven days of the delivery, as long as you haven’t ' +
        'said that you received or rated the book; or if nothing has come ten days after it was ' +
        'shipped.'}
  </p>
)

function OrderSummary({ order, other }: { order: Order; other: string }) {
  return (
    <div className="wrap-anywhere flex gap-4 rounded-box border border-border bg-surface p-4">
      <OrderCover book={order.book} sizes="56px" className="w-14" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">{order.book.title || unknownBook}</p>
        <p className="text-muted text-sm">
          Order {shortOrderId(order._id)} · {formatRupees(order.price)} · {other}
        </p>
        <StatusBadge status={order.status} />
      </div>
    </div>
  )
}

type Props = { data: OrderProblems; seller: string }

function ReportProblem({ data: { order, problems, reasons }, seller }: Props) {
  const [isOpen, setOpen] = useState(problems.length === 0)
  // If nothing can be reported any more, the form keeps its options, so that what was typed isn't
  // lost.
  const [known, setKnown] = useState(reasons)
  if (reasons.length > 0 && reasons !== known) setKnown(reasons)
  if (!isOpen)
    return (
      <Button variant="plain" className="self-start" onClick={() => setOpen(true)}>
        Report another problem
      </Button>
    )
  return (
    <section className="flex flex-col gap-4" aria-label="Report a problem">
      <p className="text-muted">
        {seller} reads this and can answer. The order stays open until the problem is solved.
      </p>
      <ReportForm orderId={order._id} reasons={known} />
    </section>
  )
}
