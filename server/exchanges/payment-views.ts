import type { Selectable } from 'kysely'
import { toRupees } from '#contract/common/schemas.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import { upiLink } from '#server/orders/payments/upi.ts'
import type { ExchangePaymentsTable } from '#server/platform/database/tables.ts'
import { isDue, paymentActions, saidOf } from './rules.ts'
import type { MemberRow } from './store.ts'

type Payment = Selectable<ExchangePaymentsTable>
type Shown = { exchangeId: string; me: number; status: Exchange['status']; members: MemberRow[] }

/** Where who still has to pay can pay it: nobody else reads that. */
function upiOf(payment: Payment, back: boolean, { exchangeId, me, members, status }: Shown) {
  if (status === 'proposed' || status === 'ended') return undefined
  const [from, to] = back ? [payment.payee, payment.payer] : [payment.payer, payment.payee]
  const { paidAt, receivedAt } = saidOf(payment, back)
  if (me !== from || paidAt !== null || receivedAt !== null) return undefined
  const payee = members.find(({ number }) => number === to)
  if (!payee?.upi_id || payee.seller_status !== 'active') return undefined
  const { upi_id: id, agreed_upi_id: agreedId, seller_name } = payee
  const name = seller_name ?? ''
  const note = `Dobara ${shortOrderId(exchangeId)}`
  const link = upiLink({ id, name, amount: payment.amount, note })
  return { id, name, link, ...(agreedId && agreedId !== id && { agreedId }) }
}

function paymentView(payment: Payment, back: boolean, shown: Shown): ExchangePayment[] {
  if (!isDue(payment, back, shown.status)) return []
  const { paidAt, receivedAt } = saidOf(payment, back)
  const upi = upiOf(payment, back, shown)
  return [
    {
      number: payment.number,
      back,
      from: back ? payment.payee : payment.payer,
      to: back ? payment.payer : payment.payee,
      amount: toRupees(payment.amount),
      paidAt: paidAt?.toISOString(),
      receivedAt: receivedAt?.toISOString(),
      can: paymentActions(payment, { me: shown.me, back, status: shown.status }),
      ...(upi && { upi }),
    },
  ]
}

/** In a cancelled exchange, what was paid is followed by what is given back of it. */
export const paymentViews = (payments: readonly Payment[], shown: Shown): ExchangePayment[] =>
  payments.flatMap((payment) => [
    ...paymentView(payment, false, shown),
    ...paymentView(payment, true, shown),
  ])
