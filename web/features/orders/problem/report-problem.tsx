import { useState } from 'react'
import type { OrderProblems } from '#contract/orders/problems.ts'
import { Button } from '#web/ui/button.tsx'
import { ReportForm } from './report-form.tsx'

type Props = { data: OrderProblems; seller: string }

export function ReportProblem({ data: { order, problems, reasons }, seller }: Props) {
  const [isOpen, setOpen] = useState(problems.length === 0)
  // A form that is begun keeps its choice when nothing can be reported for the moment.
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
