// What the chat says about payments.
import { formatRupees } from '#contract/common/schemas.ts'
import type { PaymentKind } from '#contract/orders/payments.ts'
import { ordersText } from '#server/orders/texts.ts'

const names: Record<PaymentKind, string> = {
  price: '',
  deposit: ' as a deposit',
  late_fee: ' as a late fee',
  deposit_back: ' of the deposit',
}

export const paidText = (kind: PaymentKind, amount: number, orderIds: string[]): string =>
  kind === 'deposit_back'
    ? `The seller says that ${formatRupees(amount)}${names[kind]} was given back (${ordersText(orderIds)}).`
    : `The buyer says that ${formatRupees(amount)} was paid${names[kind]} (${ordersText(orderIds)}).`

export const receivedText = (kind: PaymentKind, amount: number, orderIds: string[]): string =>
  kind === 'deposit_back'
    ? `The buyer has got back ${formatRupees(amount)}${names[kind]} (${ordersText(orderIds)}).`
    : `The seller has received ${formatRupees(amount)}${names[kind]} (${ordersText(orderIds)}).`
