// Steps with payments. The orders of a deal share a ledger.
import { indianDate } from '#contract/common/dates.ts'
import {
  type PaymentKind,
  paymentKinds,
  sayPaid,
  sayReceived,
  takeBackPaid,
} from '#contract/orders/payments.ts'
import {
  dayMs,
  isAgreed,
  isRentedOut,
  type ModelOrder,
  type ModelState,
  type Side,
} from './testing-state.ts'
import { bookTerms, callerOf, done, refuse, type Step, unchanged } from './testing-world.ts'

type Word = 'paid' | 'received' | 'taken back'
type Reported = { paid: number; received: number }
const storedOf = ({ payments }: ModelOrder, kind: PaymentKind): Reported =>
  payments[kind] ?? { paid: 0, received: 0 }

/** Returns what was reported. A payment that was given back counts as received. */
function reportedOf(order: ModelOrder, kind: PaymentKind): Reported {
  const reported = storedOf(order, kind)
  if (kind !== 'deposit' && kind !== 'price' && kind !== 'late_fee') return reported
  const back = storedOf(order, `${kind}_back`)
  return { ...reported, received: Math.max(reported.received, back.paid, back.received) }
}

function daysLate(order: ModelOrder, now: number): number {
  const until = isRentedOut(order) ? indianDate(new Date(now)) : order.returnedOn
  if (!order.isRent || until === undefined) return 0
  return Math.max(0, (Date.parse(until) - Date.parse(order.rentEnd)) / dayMs)
}

const priceOf = (order: ModelOrder): number =>
  isAgreed(order) ? Math.max(0, order.price - order.refund) : 0

/**
 * Returns the late fee. An order that isn't agreed to, or is cancelled, costs nothing. The late fee
 * is at most the price.
 */
const lateFeeOf = (order: ModelOrder, now: number): number =>
  isAgreed(order) ? Math.min(bookTerms.late_fee * daysLate(order, now), bookTerms.price) : 0

/**
 * Returns the amount to give back: what was paid above `comesTo`, or what was already given back if
 * that is more.
 */
function owedBack(order: ModelOrder, kind: 'price' | 'late_fee', comesTo: number): number {
  const { paid, received } = reportedOf(order, kind)
  return Math.max(0, paid - comesTo, received - comesTo, storedOf(order, `${kind}_back`).received)
}

/** Returns the amount that is due, in paise. */
function dueOf(order: ModelOrder, kind: PaymentKind, now: number): number {
  const isOwed = isAgreed(order)
  const { paid, received } = reportedOf(order, 'deposit')
  const reportedDeposit = Math.max(paid, received)
  const isBack = order.returnedOn !== undefined
  switch (kind) {
    case 'price':
      // Adds what the buyer got back, because it is due again.
      return priceOf(order) + storedOf(order, 'price_back').received
    case 'price_back':
      return owedBack(order, 'price', priceOf(order))
    case 'deposit':
      if (!isOwed || !order.isRent) return 0
      // Adds what the buyer got back, because it is due again.
      return isBack
        ? reportedDeposit
        : bookTerms.rent_deposit + storedOf(order, 'deposit_back').received
    case 'late_fee':
      return lateFeeOf(order, now) + storedOf(order, 'late_fee_back').received
    case 'late_fee_back':
      return owedBack(order, 'late_fee', lateFeeOf(order, now))
    case 'deposit_back':
      return isBack || order.status === 'Cancelled' ? reportedDeposit : 0
  }
}

const ledgerOf = ({ orders }: ModelState, order: ModelOrder) =>
  order.deal === undefined ? [order] : orders.filter(({ deal }) => deal === order.deal)

type Change = { order: ModelOrder; amount: number; reported: Reported }

/**
 * Returns the changes that a report causes. Unconfirmed payments are confirmed or taken back first.
 */
function changesOf(state: ModelState, first: ModelOrder, kind: PaymentKind, word: Word): Change[] {
  const rows = ledgerOf(state, first).map((order) => {
    const { paid, received } = reportedOf(order, kind)
    return { order, paid, received, due: dueOf(order, kind, state.now) }
  })
  const unconfirmed = rows.filter(({ paid, received }) => paid > received)
  if (word === 'taken back' || (word === 'received' && unconfirmed.length > 0))
    return unconfirmed.map(({ order, paid, received }) => ({
      order,
      amount: paid - received,
      reported: {
        ...storedOf(order, kind),
        ...(word === 'received' ? { received: paid } : { paid: received, received }),
      },
    }))
  return rows
    .filter(({ due, paid, received }) => due > Math.max(paid, received))
    .map(({ order, due, paid, received }) => ({
      order,
      amount: due - Math.max(paid, received),
      reported: { ...storedOf(order, kind), [word]: due },
    }))
}

const unconfirmedOf = (state: ModelState, first: ModelOrder, kind: PaymentKind): number =>
  ledgerOf(state, first)
    .map((order) => reportedOf(order, kind))
    .reduce((sum, { paid, received }) => sum + Math.max(0, paid - received), 0)

const isNothing = (state: ModelState, order: ModelOrder, kind: PaymentKind) =>
  ledgerOf(state, order).every((other) => {
    const { paid, received } = reportedOf(other, kind)
    return Math.max(dueOf(other, kind, state.now), paid, received) === 0
  })

const endpoints = { paid: sayPaid, received: sayReceived, 'taken back': takeBackPaid }

const payerOf = (kind: PaymentKind): Side =>
  kind === 'deposit_back' || kind === 'price_back' || kind === 'late_fee_back' ? 'seller' : 'buyer'

const say = (side: Side, kind: PaymentKind, word: Word): Step => ({
  label: 'ledger',
  // Sends the model's amount. The server refuses an amount that differs from its own.
  call(world, order) {
    const changes = changesOf(world.state, order, kind, word)
    const paise = changes.reduce((sum, { amount }) => sum + amount, 0)
    const unconfirmed = unconfirmedOf(world.state, order, kind) / 100
    const input = {
      orderId: order.id,
      kind,
      unconfirmed,
      ...(paise > 0 && { amount: paise / 100 }),
    }
    return callerOf(world, side, order.buyer).call(endpoints[word], input)
  },
  expect(order, state) {
    if ((payerOf(kind) === side) !== (word !== 'received')) return refuse('not_yours')
    if (isNothing(state, order, kind)) return refuse('nothing_due')
    const changes = changesOf(state, order, kind, word)
    if (changes.length === 0) return unchanged
    return done(() => {
      for (const { order: other, reported } of changes) other.payments[kind] = reported
    })
  },
})

export const paymentSteps: Record<string, Step> = {
  'seller says that the price was paid': say('seller', 'price', 'paid'),
  'buyer says that the price was received': say('buyer', 'price', 'received'),
}
for (const kind of paymentKinds) {
  const payer = payerOf(kind)
  const payee = payer === 'buyer' ? 'seller' : 'buyer'
  paymentSteps[`${payer} has paid ${kind}`] = say(payer, kind, 'paid')
  paymentSteps[`${payer} takes ${kind} back`] = say(payer, kind, 'taken back')
  paymentSteps[`${payee} has received ${kind}`] = say(payee, kind, 'received')
}
