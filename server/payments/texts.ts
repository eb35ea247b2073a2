import { formatRupees } from '#contract/common/schemas.ts'
import type { PaymentAction, PaymentKind } from '#contract/orders/payments.ts'
import { payerOf } from '#server/orders/payments/due.ts'
import { ordersText } from '#server/orders/texts.ts'
import type { SaidChange } from './rules.ts'

const names: Record<PaymentKind, string> = {
  price: '',
  deposit: ' as a deposit',
  late_fee: ' as a late fee',
  deposit_back: ' the deposit',
  price_back: ' the price',
  late_fee_back: ' the late fee',
}

const sumOf = (changes: readonly SaidChange[]) =>
  changes.reduce((sum, { amount }) => sum + amount, 0)

/**
 * '' of a price, ' as a deposit', ', ₹200 of it as a deposit and ₹10 of it as a late fee'; of what
 * is given back ' of the deposit', ', ₹200 of it the deposit and ₹10 of it the late fee,'.
 */
function partsText(changes: readonly SaidChange[], isBack: boolean): string {
  const kinds = Map.groupBy(changes, ({ kind }) => kind)
  const [only] = kinds.keys()
  if (kinds.size === 1 && only) return (isBack ? ' of' : '') + names[only]
  const parts = [...kinds]
    .filter(([kind]) => kind !== 'price' && kind !== 'price_back')
    .map(([kind, of]) => `${formatRupees(sumOf(of))} of it${names[kind]}`)
  return `, ${parts.join(' and ')}${isBack ? ',' : ''}`
}

export function saidText(action: PaymentAction, changes: readonly SaidChange[]): string {
  const amount = formatRupees(sumOf(changes))
  const orders = ordersText([...new Set(changes.map(({ orderId }) => orderId))])
  const isBack = changes.some(({ kind }) => payerOf[kind] === 'seller')
  const parts = partsText(changes, isBack)
  const texts: Record<PaymentAction, string> = isBack
    ? {
        'say-paid': `The seller says that ${amount}${parts} was given back`,
        'take-back': `The seller no longer says that ${amount}${parts} was given back`,
        'say-received': `The buyer has got back ${amount}${parts}`,
      }
    : {
        'say-paid': `The buyer says that ${amount} was paid${parts}`,
        'take-back': `The buyer no longer says that ${amount} was paid${parts}`,
        'say-received': `The seller has received ${amount}${parts}`,
      }
  return `${texts[action]} (${orders}).`
}
