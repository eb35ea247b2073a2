import { TriangleAlert } from 'lucide-react'
import type { Role } from '#contract/common/endpoint.ts'
import type { PaymentLine } from '#contract/orders/payments.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { cancelledText, kindLabels, refundText, statusText } from './labels.ts'

export const LedgerLines = ({ lines, viewer }: { lines: PaymentLine[]; viewer: Role }) => (
  <ul className="flex flex-col gap-3">
    {lines.map((line) => (
      <li
        key={line.kind}
        className="flex flex-col gap-1 border-border border-b pb-3 last:border-b-0"
      >
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{labelOf(kindLabels, line.kind)}</span>
          <span className="font-semibold text-lg">{formatRupees(line.due)}</span>
        </p>
        {line.refund !== undefined && (
          <p className="text-sm">{refundText(line.due + line.refund, line.refund)}</p>
        )}
        {line.cancelled && <p className="text-sm">{cancelledText(line.cancelled, line.due)}</p>}
        <p className="text-muted text-sm">{statusText(line, viewer)}</p>
      </li>
    ))}
  </ul>
)

/** Warns the payer, because somebody else may have changed the UPI ID in the seller's account. */
export const ChangedUpi = ({ agreedId }: { agreedId: string }) => (
  <p
    role="alert"
    className="wrap-anywhere flex items-start gap-2 rounded-box bg-danger-soft p-3 text-sm"
  >
    <TriangleAlert className="shrink-0 text-danger" />
    <span>
      This UPI ID is new. It was <strong>{agreedId}</strong> when you agreed. Ask in the chat before
      you pay.
    </span>
  </p>
)
