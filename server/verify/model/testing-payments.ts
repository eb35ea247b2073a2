// What people say about payments; the orders of a deal have one ledger together.
import { indianDate } from '#contract/common/dates.ts'
import { type PaymentKind, sayPaid, sayReceived } from '#contract/orders/payments.ts'
import {
  dayMs,
  isAgreed,
  isRentedOut,
  type ModelOrder,
  type ModelState,
  type Side,
} from './testing-state.ts'
import { bookTerms, callerOf, done, refuse, type Step, unchanged } from './testing-world.ts'

type Word = 'paid' | 'received'
const saidOf = ({ payments }: ModelOrder, kind: PaymentKind, word: Word) =>
  payments[kind]?.[word] ?? 0

function daysLate(order: ModelOrder, now: number): number {
  const until = isRentedOut(order) ? indianDate(new Date(now)) : order.returnedOn
  if (!order.isRent || until === undefined) return 0
  return Math.max(0, (Date.parse(until) - Date.parse(order.rentEnd)) / dayMs)
}

/** In paise; what is not agreed or cancelled costs nothing, and no late fee is above the price. */
function dueOf(order: ModelOrder, kind: PaymentKind, now: number): number {
  const isOwed = isAgreed(order)
  const deposit = isOwed && order.isRent ? bookTerms.rent_deposit : 0
  const paidDeposit = Math.max(
    saidOf(order, 'deposit', 'paid'),
    saidOf(order, 'deposit', 'received'),
  )
  switch (kind) {
    case 'price':
      return isOwed ? order.price : 0
    case 'deposit':
      return deposit
    case 'late_fee':
      return isOwed ? Math.min(bookTerms.late_fee * daysLate(order, now), bookTerms.price) : 0
    case 'deposit_back':
      if (order.returnedOn !== undefined) return Math.max(deposit, paidDeposit)
      return order.status === 'Cancelled' ? paidDeposit : 0
  }
}

const ledgerOf = ({ orders }: ModelState, order: ModelOrder) =>
  order.deal === undefined ? [order] : orders.filter(({ deal }) => deal === order.deal)

const openOf = (state: ModelState, order: ModelOrder, kind: PaymentKind, word: Word) =>
  ledgerOf(state, order)
    .map((other) => ({ order: other, due: dueOf(other, kind, state.now) }))
    .filter(({ order: other, due }) => saidOf(other, kind, word) < due)

const payerOf = (kind: PaymentKind): Side => (kind === 'deposit_back' ? 'seller' : 'buyer')

const say = (side: Side, kind: PaymentKind, word: Word): Step => ({
  label: 'ledger',
  // The amount is the model's: the server refuses another one than its own.
  call(world, order) {
    const open = openOf(world.state, order, kind, word)
    const paise = open.reduce((sum, row) => sum + row.due - saidOf(row.order, kind, word), 0)
    const endpoint = word === 'paid' ? sayPaid : sayReceived
    const input = { orderId: order.id, kind, ...(paise > 0 && { amount: paise / 100 }) }
    return callerOf(world, side, order.buyer).call(endpoint, input)
  },
  expect(order, state) {
    if ((payerOf(kind) === side) !== (word === 'paid')) return refuse('not_yours')
    if (!ledgerOf(state, order).some((other) => dueOf(other, kind, state.now) > 0))
      return refuse('nothing_due')
    const open = openOf(state, order, kind, word)
    if (open.length === 0) return unchanged
    return done(() => {
      for (const { order: other, due } of open)
        other.payments[kind] = { paid: 0, received: 0, ...other.payments[kind], [word]: due }
    })
  },
})

/** By their names in the table. */
export const paymentSteps: Record<string, Step> = {
  'seller says that the price was paid': say('seller', 'price', 'paid'),
  'buyer says that the price was received': say('buyer', 'price', 'received'),
}
for (const kind of ['price', 'deposit', 'late_fee', 'deposit_back'] as const) {
  const payer = payerOf(kind)
  const payee = payer === 'buyer' ? 'seller' : 'buyer'
  paymentSteps[`${payer} has paid ${kind}`] = say(payer, kind, 'paid')
  paymentSteps[`${payee} has received ${kind}`] = say(payee, kind, 'received')
}
