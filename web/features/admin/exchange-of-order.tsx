import { type AdminOrder, settleExchangeCase } from '#contract/admin/admin-orders.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ReasonButton } from './reason-dialog.tsx'

type Props = { orderId: string; exchange: NonNullable<AdminOrder['exchange']> }

const reasons = {
  missing: 'A book hasn’t come within a week of the first hand-over.',
  cancelled: 'A book was cancelled after another had been handed over.',
} as const

/**
 * Returns a text such as 'Ravi pays Asha ₹30 on top: said to be paid on 26 Nov 2026, not
 * confirmed.'
 */
function paymentText(payment: Props['exchange']['payments'][number]): string {
  const { from, to, amount, paidAt, receivedAt, backPaidAt, backReceivedAt } = payment
  const said = (verb: string, by: string | undefined, confirmed: string | undefined) =>
    confirmed
      ? `${verb}, confirmed on ${formatDate(confirmed)}`
      : by && `said to be ${verb} on ${formatDate(by)}, not confirmed`
  const words = [said('paid', paidAt, receivedAt), said('given back', backPaidAt, backReceivedAt)]
  const text = words.filter(Boolean).join('; ') || 'nobody has said that it was paid'
  return `${from} pays ${to} ${formatRupees(amount)} on top: ${text}.`
}

export function ExchangeOfOrder({ orderId, exchange }: Props) {
  const found = exchange.case
  return (
    <Card title={`Swap ${shortOrderId(exchange._id)}`}>
      {found && (
        <p>
          {reasons[found.reason]} Open since {formatDate(found.openedAt)}
          {found.closedAt && `, closed on ${formatDate(found.closedAt)}`}.
          {found.note && <span className="block text-muted">{found.note}</span>}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {exchange.orders.map((order) => (
          <li key={order._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {order._id === orderId ? (
              <span className="font-medium">{order.title} (this order)</span>
            ) : (
              <TextLink to={paths.admin.order(order._id)} className="font-medium">
                {order.title}
              </TextLink>
            )}
            <span className="text-muted text-sm">
              from {order.seller} to {order.buyer}
            </span>
            <Badge>{order.status}</Badge>
          </li>
        ))}
      </ul>
      {exchange.payments.map((payment) => (
        <p key={`${payment.from} ${payment.to}`}>{paymentText(payment)}</p>
      ))}
      <ReasonButton
        button={{
          label: 'Settle the case',
          className: 'self-start',
          can: exchange.can.includes('settle'),
        }}
        action={settleExchangeCase}
        toInput={(reason) => ({ id: orderId, reason })}
        title="Settle the case of this swap"
        description="All its people read what you write."
        effect="The case leaves the queue; the orders stay as they are."
        hint="They read it in the chat and on the swap."
        confirmLabel="Settle it"
        errorText="Could not be saved. Please try again."
        doneText="The case is settled."
        danger={false}
      />
    </Card>
  )
}
