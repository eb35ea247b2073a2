// Steps that belong together, and where sequences begin: so that what comes late in an order's life
// is reached as often as the rest.
import { adminSteps } from './testing-admin.ts'
import { dealSteps, stepDeal, wait } from './testing-deals.ts'
import { meetingSteps } from './testing-hand-over.ts'
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
}

const step = (name: string, pick: number): Action => {
  const known = steps[name]
  if (!known) throw new Error(`nobody can “${name}”`)
  return stepOrder(name, known, pick)
}

export const inTurn =
  (actions: Action[]): Action =>
  async (world) => {
    for (const action of actions) await action(world)
  }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What people do with the same order, one after the other. */
const rows: string[][] = [
  ...['Pending', 'Shipped', 'Cancelled'].flatMap((status) => [
    [`seller sets ${status}`, 'seller undoes'],
    [`seller sets ${status}`, 'seller explains', 'seller undoes'],
  ]),
  ...Array.from({ length: 4 }, () => ['admin cancels', 'admin reopens']),
  ['seller sets Cancelled', 'admin reopens'],
  ['seller sets Shipped', 'seller sets Cancelled', 'admin reopens'],
  ['seller sets Delivered', 'seller sets Cancelled', 'admin reopens'],
  ['seller sets Delivered', 'admin closes', 'admin reopens'],
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
  ['buyer has received deposit_back', 'buyer has received deposit_back'],
  ['buyer has paid deposit', 'buyer has paid deposit'],
  ['buyer has paid price', 'buyer has paid price', 'buyer takes price back'],
  ['buyer has paid deposit', 'buyer takes deposit back', 'buyer takes deposit back'],
  ['seller has paid deposit_back', 'seller takes deposit_back back'],
  ['buyer has paid late_fee', 'buyer takes late_fee back'],
  ['seller has received price', 'seller has received price'],
]
export const stories: ((pick: number) => Action)[] = [
  ...rows.map((names) => (pick: number) => inTurn(names.map((name) => step(name, pick)))),
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
]

const first = (name: string): Action => step(name, 0)
const placed = place(0, false)
const agreed = (isRent: boolean) => [place(0, isRent), first('buyer confirms')]
const offered = (isRent: boolean, copies: number) =>
  offer(0, 'buyer', { isRent, copies, replaces: false })
const deal = (isRent: boolean, copies: number) => [
  offered(isRent, copies),
  endOffer(0, 'seller', 'accepted'),
]
const delivered = [...agreed(false), first('seller sets Delivered')]
const rentedOut = [...deal(true, 1), first('seller types the code')]
const depositPaid = [...rentedOut, first('buyer has paid deposit')]
const returned = [...depositPaid, first('seller takes back')]
const wrongCodes = Array.from({ length: 5 }, () => first('seller types a wrong code'))
const soldOut = Array.from({ length: 4 }, () => place(1, false))

const extended = (by: Side, ender: Side, to: 'accepted' | 'declined' | 'withdrawn') => [
  ...rentedOut,
  offerExtension(0, by, false),
  endOffer(0, ender, to),
  endOffer(0, ender, to),
]

const meetings: Action[][] = [
  ['buyer proposes to meet', 'seller chooses a time', 'seller chooses a time'],
  ['buyer proposes to meet', 'seller sets Delivered', 'seller chooses a time'],
  ['seller proposes to meet'],
  ['seller proposes to meet', 'seller sets Delivered', 'buyer chooses a time'],
].map((names) => [...agreed(false), ...names.map(first)])

const late: Action[][] = [
  [...agreed(false), first('seller sets Shipped'), wait(11 * dayMs, false)],
  [
    ...agreed(false),
    first('seller sets Shipped'),
    wait(11 * dayMs, false),
    first('buyer reports that nothing came'),
  ],
  [
    ...agreed(false),
    first('buyer proposes to meet'),
    wait(49 * hourMs, false),
    first('seller chooses a time'),
  ],
  [
    ...agreed(false),
    first('seller proposes to meet'),
    wait(49 * hourMs, false),
    first('buyer chooses a time'),
  ],
  [...rentedOut, wait(6 * dayMs, false), first('buyer has paid late_fee')],
  [
    ...rentedOut,
    wait(6 * dayMs, false),
    first('buyer has paid late_fee'),
    first('buyer takes late_fee back'),
    first('buyer takes late_fee back'),
  ],
  [...rentedOut, wait(7 * dayMs, false), first('seller has received late_fee')],
]

const gone: Action[][] = [
  [placed, first('seller sets Cancelled'), ...soldOut, first('seller sets Shipped')],
  [
    placed,
    first('seller sets Shipped'),
    first('seller sets Cancelled'),
    ...soldOut,
    first('seller undoes'),
  ],
  [offered(false, 1), ...soldOut, endOffer(0, 'seller', 'accepted')],
  [...rentedOut, ...soldOut, offer(1, 'buyer', { isRent: false, copies: 1, replaces: false })],
]

const extensions: Action[][] = [
  [...rentedOut, offerExtension(0, 'buyer', false)],
  [...rentedOut, offered(false, 1), offerExtension(0, 'buyer', false)],
  [...rentedOut, offered(false, 1), offerExtension(0, 'seller', true)],
  [...rentedOut, offered(false, 1), offerExtension(0, 'buyer', true)],
  extended('buyer', 'seller', 'accepted'),
  extended('seller', 'buyer', 'declined'),
  extended('buyer', 'buyer', 'withdrawn'),
  [
    ...rentedOut,
    offerExtension(0, 'buyer', false),
    first('buyer hands back'),
    endOffer(0, 'seller', 'accepted'),
  ],
]

const byAdmin: Action[][] = ['buyer confirms', 'seller sets Shipped', 'seller sets Delivered'].map(
  (name) => [placed, first(name), first('admin cancels'), first('admin reopens')],
)

export const starts: Action[][] = [
  ...late,
  ...gone,
  ...extensions,
  ...byAdmin,
  ...dealSteps.map((name) => [...deal(false, 2), stepDeal(0, name)]),
  ...dealSteps.map((name) => [...deal(true, 1), stepDeal(0, name), stepDeal(0, name)]),
  [offered(false, 1), endOffer(0, 'seller', 'declined'), endOffer(0, 'seller', 'declined')],
  [],
  [placed],
  agreed(false),
  ...meetings,
  [...agreed(true), first('seller sets Shipped')],
  [placed, first('seller sets Shipped')],
  delivered,
  [placed, first('seller sets Delivered')],
  [place(0, true), first('seller sets Delivered')],
  [place(0, true), first('seller sets Delivered'), first('buyer hands back')],
  [place(0, true), first('seller sets Delivered'), first('seller takes back')],
  [...agreed(false), first('seller sets Cancelled'), first('admin reopens')],
  [...delivered, first('buyer reports damage')],
  [placed, first('seller sets Delivered'), first('buyer reports damage')],
  [...delivered, first('buyer receives')],
  deal(true, 2),
  [...deal(true, 1), ...wrongCodes, first('seller types the code')],
  rentedOut,
  [...rentedOut, first('buyer reports damage'), first('buyer hands back')],
  [...depositPaid, first('seller sets Cancelled')],
  [...rentedOut, first('seller takes back')],
  returned,
  [...returned, first('seller has paid deposit_back'), first('seller takes deposit_back back')],
  [...returned, first('buyer reports that nothing came')],
  [...returned, first('seller sets Cancelled')],
  [...returned, first('seller sets Cancelled'), first('seller sets Pending')],
  [...returned, first('seller sets Cancelled'), first('seller sets Shipped')],
  [...returned, first('buyer has received deposit_back'), first('buyer has received deposit_back')],
  [...returned, first('buyer rates'), first('admin reopens')],
]
