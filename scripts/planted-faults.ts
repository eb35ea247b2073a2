// Faults that `npm run test:model -- --faults` plants in a copy of the server, one at a time.
import { ringFaults } from './planted-ring-faults.ts'

/** Each model is one test; these are words in its name. */
export const models = { orders: 'orders and offers', exchanges: 'exchanges', rings: 'rings' }

/** In `file`, `text` occurs once and is replaced. */
export type Fault = { name: string; file: string; text: string; replacement: string }
const orderFaults: Fault[] = [
  {
    name: 'a cancelled order keeps its copy',
    file: 'server/orders/lifecycle/apply-transition.ts',
    text: "if (copy === 'release') await",
    replacement: "if (copy === 'release' && order.offer_id) await",
  },
  {
    name: 'a cancelled order keeps the buyer’s consent',
    file: 'server/orders/lifecycle/transitions.ts',
    text: 'order.returned_at === null && { confirmed_at: null, received_at: null }',
    replacement: 'order.returned_at === undefined && { confirmed_at: null, received_at: null }',
  },
  {
    name: 'the seller changes a closed order',
    file: 'server/orders/lifecycle/transitions.ts',
    text: 'if (order.status !== status && isClosed(order, now))',
    replacement: 'if (order.status !== status && order.is_rated && isClosed(order, now))',
  },
  {
    name: 'the buyer cancels what was sent',
    file: 'server/orders/rules.ts',
    text: "order.status === 'Pending' || (order.status === 'Shipped' && order.seller_status",
    replacement: "order.status === 'Pending' || (order.status === 'Shipped' || order.seller_status",
  },
  {
    name: 'silence closes an order only after ten weeks',
    file: 'server/orders/policy.ts',
    text: 'export const closeAfterMs = 7 *',
    replacement: 'export const closeAfterMs = 70 *',
  },
  {
    name: 'undoing a cancellation reserves no copy',
    file: 'server/orders/lifecycle/transitions.ts',
    text: 'changes: { status, ...previous },\n  copy: copyChange(order, status),',
    replacement: "changes: { status, ...previous },\n  copy: 'unchanged',",
  },
  {
    name: 'the buyer’s consent to an accepted offer is missing in the history',
    file: 'server/offers/settle.ts',
    text: "kind: 'confirmed',",
    replacement: "kind: 'created',",
  },
  {
    name: 'an accepted offer stays open',
    file: 'server/offers/settle.ts',
    text: "await settleOffer(db, offerId, 'accepted', now, given)",
    replacement: '',
  },
  {
    name: 'the maker of an offer accepts it',
    file: 'server/offers/settle.ts',
    text: "if (isOwn !== (end === 'withdrawn')) throw new AppError('not_yours')",
    replacement: 'void isOwn',
  },
  {
    name: 'an offer is accepted after its time',
    file: 'server/offers/rules.ts',
    text: "status === 'open' && expires_at <= now ?",
    replacement: "status === 'open' && expires_at < new Date(0) ?",
  },
  {
    name: 'the orders of a deal add up to less than its amount',
    file: 'server/offers/rules.ts',
    text: 'for (const { index } of byRemainder.slice(0, left))',
    replacement: 'for (const { index } of byRemainder.slice(0, left - 1))',
  },
  {
    name: 'the dates of a rent don’t move with its hand-over',
    file: 'server/orders/lifecycle/transitions.ts',
    text: 'order.rent_start === today) return {}',
    replacement: 'order.rent_start !== today) return {}',
  },
  {
    name: 'a problem doesn’t keep an order open',
    file: 'server/orders/lifecycle/status.ts',
    text: "(order.status === 'Delivered' && !order.has_open_problem && isSettled",
    replacement: "(order.status === 'Delivered' && isSettled",
  },
  {
    name: 'silence ends a proposal with an open problem',
    file: 'server/orders/lifecycle/status.ts',
    text: `\n    and not \${withOpenProblem})`,
    replacement: ')',
  },
  {
    name: 'a problem that was withdrawn begins the week anew',
    file: 'server/orders/store.ts',
    text: "and outcome not in ('withdrawn', 'dismissed')",
    replacement: "and outcome <> 'dismissed'",
  },
  {
    name: 'an admin’s reopening reserves no copy',
    file: 'server/orders/by-admin/admin-transitions.ts',
    text: '...restored,\n    event,',
    replacement: "...restored,\n    copy: 'unchanged',\n    event,",
  },
  {
    name: 'the seller changes what an admin cancelled',
    file: 'server/orders/by-admin/admin-transitions.ts',
    text: 'closed_by_admin_at: now, reopened_at: null }\n  return',
    replacement: 'reopened_at: null }\n  return',
  },
  {
    name: 'a code is taken after five wrong tries',
    file: 'server/orders/hand-over/hand-over.ts',
    text: 'order.wrong_codes < maxWrongCodes',
    replacement: 'order.wrong_codes <= maxWrongCodes',
  },
  {
    name: 'the code hands over one book of a deal',
    file: 'server/meetings/code.ts',
    text: 'const steps = orders.flatMap(',
    replacement: 'const steps = orders.slice(0, 1).flatMap(',
  },
  {
    name: 'a rent is extended while somebody waits for the book',
    file: 'server/offers/extend.ts',
    text: "if (isWanted(order, now)) throw new AppError('copy_wanted')",
    replacement: '',
  },
  {
    name: 'a rent is extended on its way back',
    file: 'server/orders/rules.ts',
    text: 'order.handed_back_at === null &&\n  order.closed_by_admin_at',
    replacement: 'order.closed_by_admin_at',
  },
  {
    name: 'an extension leaves the last day where it was',
    file: 'server/orders/extend.ts',
    text: 'rent_end: addDays(order.rent_end, days),',
    replacement: '',
  },
  {
    name: 'one says for the other that a payment was received',
    file: 'server/payments/rules.ts',
    text: "if (!kinds.includes(kind)) throw new AppError('not_yours')",
    replacement: 'void kinds',
  },
  {
    name: 'the deposit of a cancelled rent isn’t owed back',
    file: 'server/orders/payments/due.ts',
    text: 'due: isBack || order.isCancelled ? hasDeposit : 0',
    replacement: 'due: isBack ? hasDeposit : 0',
  },
  {
    name: 'a late fee that was paid isn’t owed back once the rent is cancelled',
    file: 'server/orders/payments/due.ts',
    text: 'late_fee_back: ofLateFee.back,',
    replacement: 'late_fee_back: { ...ofLateFee.back, ...(order.isCancelled && { due: 0 }) },',
  },
  {
    name: 'a late fee that was paid isn’t owed back once the rent is extended',
    file: 'server/orders/payments/due.ts',
    text: 'late_fee_back: ofLateFee.back,',
    replacement: 'late_fee_back: { ...ofLateFee.back, ...(!order.isCancelled && { due: 0 }) },',
  },
  {
    name: 'a price or a late fee that was given back isn’t due again',
    file: 'server/orders/payments/due.ts',
    text: '{ ...kept, due: due + back.received, earlier: back.received },',
    replacement: '{ ...kept, due, earlier: 0 },',
  },
]
const exchangeFaults: Fault[] = [
  {
    name: 'a cancelled book leaves the rest of its exchange',
    file: 'server/orders/exchange/cancel-together.ts',
    text: "if (order.exchange_id === null || transition.changes.status !== 'Cancelled') return []",
    replacement:
      "if (order.exchange_id !== null || transition.changes.status !== 'Cancelled') return []",
  },
  {
    name: 'a cancelled book ends its exchange after the first hand-over',
    file: 'server/orders/exchange/cancel-together.ts',
    text: 'if (orders.some(isHandedOver)) return []',
    replacement: '',
  },
  {
    name: 'a book comes back into a cancelled exchange',
    file: 'server/orders/lifecycle/status.ts',
    text: "(order.exchange_id !== null && order.status === 'Cancelled') ||",
    replacement: "(order.exchange_id === '' && order.status === 'Cancelled') ||",
  },
  {
    name: 'an exchange is cancelled after the first hand-over',
    file: 'server/exchanges/legs/legs.ts',
    text: "if (hasBegun(orders)) throw new AppError('exchange_begun')",
    replacement: 'void hasBegun',
  },
  {
    name: 'who pays on top confirms it for the other',
    file: 'server/exchanges/payments.ts',
    text: '? own.me === to\n        :',
    replacement: '? own.me > 0\n        :',
  },
  {
    name: 'what was paid on top of a cancelled exchange isn’t owed back',
    file: 'server/exchanges/rules.ts',
    text: "if (back) return status === 'cancelled' && (",
    replacement: "if (back) return status === 'running' && (",
  },
  {
    name: 'what the other has confirmed is taken back',
    file: 'server/exchanges/rules.ts',
    text: "return receivedAt === null ? ['take-back'] : []",
    replacement: "return ['take-back']",
  },
  {
    name: 'a seller offers the first exchange',
    file: 'server/offers/exchange/terms.ts',
    text: "if (side === 'seller' && !(await hasOfferedExchange(db, chat.id)))",
    replacement: "if (side === 'seller' && chat.id === '')",
  },
  {
    name: 'a book that is exchanged counts for a rupee more than agreed',
    file: 'server/exchanges/legs/insert-leg.ts',
    text: 'price: leg.value,',
    replacement: 'price: leg.value + 100,',
  },
  {
    name: 'who gets a book types its code',
    file: 'server/exchanges/legs/legs.ts',
    text: "const found = await ownLeg(db, accountId, leg, 'giver')\n  if (found.meetingId",
    replacement:
      "const found = await ownLeg(db, accountId, leg, 'receiver')\n  if (found.meetingId",
  },
]

/** `only`: words in the name of the model's test that must find it. */
export const faults = [
  ...orderFaults.map((fault) => ({ ...fault, only: models.orders })),
  ...exchangeFaults.map((fault) => ({ ...fault, only: models.exchanges })),
  ...ringFaults.map((fault) => ({ ...fault, only: models.rings })),
]
