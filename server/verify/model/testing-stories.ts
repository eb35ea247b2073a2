// All steps of orders by name, and sequences that should occur more often than by chance.
import { adminSteps } from './testing-admin.ts'
import { blockSteps } from './testing-blocks.ts'
import { stepDeal, undoDeal, wait } from './testing-deals.ts'
import { meetingSteps, parcelSteps } from './testing-hand-over.ts'
import { endOffer, offer, offerExtension } from './testing-offers.ts'
import { orderSteps, place } from './testing-orders.ts'
import { paymentSteps } from './testing-payments.ts'
import { problemSteps } from './testing-problems.ts'
import type { Side } from './testing-state.ts'
import { type Action, type Step, stepOrder } from './testing-world.ts'

const steps: Record<string, Step> = {
  ...orderSteps,
  ...problemSteps,
  ...adminSteps,
  ...meetingSteps,
  ...paymentSteps,
  ...parcelSteps,
  ...blockSteps,
}

/** A step with the `pick`-th order. */
export const step = (name: string, pick: number): Action => {
  const known = steps[name]
  if (!known) throw new Error(`There is no step “${name}”.`)
  return stepOrder(name, known, pick)
}

export const inTurn =
  (actions: Action[]): Action =>
  async (world) => {
    for (const action of actions) await action(world)
  }

const hourMs = 3_600_000

/** Steps that people take with the same order, one after another. */
const turns: string[][] = [
  ...['Pending', 'Shipped', 'Cancelled'].flatMap((status) => [
    [`seller sets ${status}`, 'seller undoes'],
    [`seller sets ${status}`, 'seller explains', 'seller undoes'],
  ]),
  ...Array.from({ length: 4 }, () => ['admin cancels', 'admin reopens']),
  ['seller sets Cancelled', 'admin reopens'],
  ['seller sets Shipped', 'seller sets Cancelled', 'admin reopens'],
  ['seller sets Delivered', 'seller sets Cancelled', 'admin reopens'],
  ['seller sets Delivered', 'admin closes', 'admin reopens'],
  ['seller sets Shipped', 'buyer confirms', 'buyer receives'],
  ['seller sets Shipped', 'buyer cancels'],
  ['seller sets Delivered', 'buyer reports that nothing came', 'buyer cancels'],
  ['seller sets Delivered', 'buyer reports damage', 'buyer writes about the problem'],
  ['seller sets Delivered', 'buyer reports damage', 'admin settles the problem'],
  ['seller sets Delivered', 'buyer reports damage', 'seller takes back'],
  ['seller sets Delivered', 'buyer reports damage', 'seller proposes another copy'],
  ['seller sets Delivered', 'buyer reports damage', 'buyer takes the refund', 'buyer receives'],
  [
    'seller sets Delivered',
    'buyer hands back',
    'seller takes back',
    'seller has paid deposit_back',
  ],
  ['buyer proposes to meet', 'seller chooses a time', 'seller chooses a time'],
  ['seller proposes to meet', 'buyer chooses a time', 'buyer chooses a time'],
  ['seller proposes to meet', 'seller chooses a time', 'seller sets Delivered'],
  ['buyer proposes to meet', 'seller sets Delivered', 'seller chooses a time'],
  ['seller proposes to meet', 'seller sets Delivered', 'buyer chooses a time'],
  ['buyer has paid deposit', 'seller has received deposit', 'seller has received deposit'],
  ['seller has paid deposit_back', 'buyer has received deposit_back'],
  ['seller has paid deposit_back', 'seller has paid deposit_back'],
  ['seller has paid price_back', 'seller has paid price_back'],
  ['seller has paid price_back', 'seller takes price_back back', 'seller takes price_back back'],
  ['seller has paid price_back', 'buyer has received price_back', 'buyer has paid price'],
  ['buyer has received price_back', 'buyer has received price_back'],
  ['seller has paid late_fee_back', 'seller has paid late_fee_back'],
  [
    'seller has paid late_fee_back',
    'seller takes late_fee_back back',
    'seller takes late_fee_back back',
  ],
  ['seller has paid late_fee_back', 'buyer has received late_fee_back', 'buyer has paid late_fee'],
  ['buyer has received late_fee_back', 'buyer has received late_fee_back'],
  ['buyer has received deposit_back', 'buyer has received deposit_back'],
  ['buyer has paid deposit', 'buyer has paid deposit'],
  ['buyer has paid price', 'buyer has paid price', 'buyer takes price back'],
  ['buyer has paid deposit', 'buyer takes deposit back', 'buyer takes deposit back'],
  [
    'seller has paid deposit_back',
    'seller takes deposit_back back',
    'seller takes deposit_back back',
  ],
  ['buyer has paid late_fee', 'buyer takes late_fee back'],
  ['seller has received price', 'seller has received price'],
  ['seller sets Shipped', 'seller names a courier', 'seller gives a tracking number'],
  ['seller sets Shipped', 'seller gives a tracking number', 'seller gives a tracking number'],
  ...['Pending', 'Shipped', 'Delivered'].map((status) => [
    'seller sets Cancelled',
    'buyer blocks',
    `seller sets ${status}`,
    'buyer unblocks',
    `seller sets ${status}`,
  ]),
  ['seller blocks', 'buyer proposes to meet', 'seller proposes to meet', 'seller unblocks'],
  ['buyer blocks', 'buyer blocks', 'buyer unblocks', 'buyer unblocks'],
  ['seller blocks', 'seller blocks', 'seller unblocks', 'seller unblocks'],
  ['buyer proposes to meet', 'buyer blocks', 'seller chooses a time', 'buyer unblocks'],
  ['seller proposes to meet', 'seller blocks', 'buyer chooses a time', 'seller unblocks'],
]
/** Steps that are taken while one of the two people of an order has blocked the other. */
const blocked =
  (side: Side, actions: Action[]) =>
  (pick: number): Action =>
    inTurn([step(`${side} blocks`, pick), ...actions, step(`${side} unblocks`, pick)])

const copy = { isRent: false, copies: 1, replaces: true }

export const stories: ((pick: number) => Action)[] = [
  ...turns.map((names) => (pick: number) => inTurn(names.map((name) => step(name, pick)))),
  (pick) =>
    inTurn([
      step('buyer proposes to meet', pick),
      wait(49 * hourMs, false),
      step('seller chooses a time', pick),
    ]),
  (pick) =>
    inTurn([
      step('seller proposes to meet', pick),
      wait(49 * hourMs, false),
      step('buyer chooses a time', pick),
    ]),
  blocked('buyer', [place(0, false), offer(0, 'buyer', copy), offer(0, 'seller', copy)]),
  (pick) =>
    inTurn([offer(0, 'buyer', copy), blocked('seller', [endOffer(0, 'seller', 'accepted')])(pick)]),
  blocked('seller', [offerExtension(0, 'buyer', true), offerExtension(0, 'seller', true)]),
  (pick) => inTurn([stepDeal(pick, 'ship'), undoDeal(pick, 0)]),
  (pick) => inTurn([stepDeal(pick, 'deliver'), wait(5_000, false), undoDeal(pick, 1)]),
  (pick) => inTurn([stepDeal(pick, 'call off'), undoDeal(pick, 0)]),
]
