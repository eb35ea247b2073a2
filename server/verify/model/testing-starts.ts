// The starts of sequences, which make sure that late states of an order are reached often enough.
import { dealSteps, stepDeal, undoDeal, wait } from './testing-deals.ts'
import { endOffer, offer, offerExtension } from './testing-offers.ts'
import { place } from './testing-orders.ts'
import { dayMs, type Side } from './testing-state.ts'
import { step } from './testing-stories.ts'
import type { Action } from './testing-world.ts'

const hourMs = 3_600_000

const first = (name: string): Action => step(name, 0)
const placed = place(0, false)
const agreed = (isRent: boolean) => [place(0, isRent), first('buyer confirms')]
const offered = (isRent: boolean, copies: number, handOver: 'meet' | 'post' = 'meet') =>
  offer(0, 'buyer', { isRent, copies, handOver, replaces: false })
const deal = (isRent: boolean, copies: number, handOver: 'meet' | 'post' = 'meet') => [
  offered(isRent, copies, handOver),
  endOffer(0, 'seller', 'accepted'),
]
const delivered = [...agreed(false), first('seller sets Delivered')]
const rated = [...delivered, first('buyer rates'), first('admin reopens')]
const rentedOut = [...deal(true, 1), first('seller types the code')]
const depositPaid = [...rentedOut, first('buyer has paid deposit')]
const returned = [...depositPaid, first('seller takes back')]
const wrongCodes = Array.from({ length: 6 }, () => first('seller types a wrong code'))
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
  ['seller proposes to meet', 'buyer chooses a time', 'buyer chooses a time'],
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
  ...['buyer withdraws the problem', 'buyer takes the refund'].map((name) => [
    ...delivered,
    wait(6 * dayMs, false),
    first('buyer reports damage'),
    first(name),
    wait(2 * dayMs, false),
  ]),
  ...[6, 7].flatMap((days) =>
    ['buyer has paid late_fee', 'seller has received late_fee'].map((name) => [
      ...rentedOut,
      wait(days * dayMs, false),
      first(name),
      first(name),
    ]),
  ),
  [
    ...rentedOut,
    wait(6 * dayMs, false),
    first('buyer has paid late_fee'),
    first('buyer takes late_fee back'),
    first('buyer takes late_fee back'),
  ],
]

const gone: Action[][] = [
  ...['Pending', 'Shipped'].map((status) => [
    placed,
    first('seller sets Cancelled'),
    ...soldOut,
    first(`seller sets ${status}`),
  ]),
  [
    placed,
    first('seller sets Shipped'),
    first('seller sets Cancelled'),
    ...soldOut,
    first('seller undoes'),
  ],
  [offered(false, 1), ...soldOut, endOffer(0, 'seller', 'accepted')],
]

/** Another buyer offers to buy a rented book, and its other copies are sold. */
const waiting: Action[] = [
  wait(5_000, false),
  offer(1, 'buyer', { isRent: false, copies: 1, replaces: false }),
  ...soldOut,
]

const sides: [Side, Side][] = [
  ['buyer', 'seller'],
  ['seller', 'buyer'],
]
const extensions: Action[][] = [
  [...rentedOut, offerExtension(0, 'buyer', false)],
  ...(['buyer', 'seller', 'seller'] as const).map((by) => [
    ...rentedOut,
    ...waiting,
    offerExtension(0, by, false),
  ]),
  ...sides.map(([by, other]) => [
    ...rentedOut,
    offerExtension(0, by, false),
    ...waiting,
    endOffer(1, other, 'accepted'),
  ]),
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

const thrice = (action: Action): Action[] => [action, action, action]
const inTurn = (...names: string[]): Action[] => names.map(first)

/** A refund is reported twice, taken back twice, and at last reported and confirmed. */
const givenBack = (kind: 'price_back' | 'late_fee_back'): Action[] => [
  ...inTurn(`seller has paid ${kind}`, `seller has paid ${kind}`),
  ...inTurn(`seller takes ${kind} back`, `seller takes ${kind} back`),
  ...inTurn(`seller has paid ${kind}`, `buyer has received ${kind}`),
  first(`buyer has received ${kind}`),
]

const lateFeePaid = (days: number): Action[] => [
  ...rentedOut,
  wait(days * dayMs, false),
  ...inTurn('buyer has paid late_fee', 'seller has received late_fee'),
]
const extendedLate = [offerExtension(0, 'buyer', false), endOffer(0, 'seller', 'accepted')]

/** A late fee is owed back: after a cancellation, or after an extension past late days. */
const feesBack: Action[][] = [
  [
    ...lateFeePaid(6),
    first('seller sets Cancelled'),
    ...givenBack('late_fee_back'),
    ...inTurn('admin reopens', 'buyer has paid late_fee', 'buyer takes late_fee back'),
    ...inTurn('buyer has paid late_fee', 'admin cancels', 'seller has paid late_fee_back'),
    first('buyer has received late_fee_back'),
  ],
  ...[6, 8].map((days) => [
    ...lateFeePaid(days),
    ...extendedLate,
    ...givenBack('late_fee_back'),
    wait(4 * dayMs, false),
    ...inTurn('buyer has paid late_fee', 'seller has received late_fee', 'admin cancels'),
    ...givenBack('late_fee_back'),
  ]),
  // The seller reports the refund, and the rental is late again before the buyer confirms it.
  [
    ...lateFeePaid(6),
    ...extendedLate,
    first('seller has paid late_fee_back'),
    wait(4 * dayMs, false),
    ...inTurn('buyer has paid late_fee', 'buyer has received late_fee_back'),
    ...inTurn('buyer has paid late_fee', 'buyer takes late_fee back'),
  ],
  // Nothing was paid, so nothing has to be given back.
  [
    ...rentedOut,
    wait(6 * dayMs, false),
    first('admin cancels'),
    ...inTurn('seller has paid late_fee_back', 'buyer has received late_fee_back'),
  ],
]

/** Several steps of one order that rarely occur by chance. */
const rare: Action[][] = [
  [
    placed,
    ...inTurn('seller sets Shipped', 'seller sets Shipped', 'seller sets Cancelled'),
    ...inTurn('admin reopens', 'admin cancels', 'admin reopens', 'seller sets Delivered'),
    ...inTurn('seller sets Pending', 'seller sets Delivered', 'buyer cancels'),
  ],
  [
    placed,
    ...inTurn('seller sets Cancelled', 'admin reopens', 'seller sets Delivered'),
    first('buyer reports that nothing came'),
  ],
  [
    ...agreed(false),
    ...inTurn('buyer confirms', 'buyer proposes to meet', 'buyer chooses a time'),
    ...inTurn('seller sets Shipped', 'admin cancels', 'admin reopens', 'admin cancels'),
    first('admin reopens'),
  ],
  [
    ...rated,
    ...inTurn('seller sets Cancelled', 'seller sets Shipped'),
    ...inTurn('seller sets Cancelled', 'seller sets Shipped'),
  ],
  [
    ...returned,
    ...inTurn('seller sets Cancelled', 'buyer confirms', 'buyer confirms', 'seller sets Shipped'),
    ...inTurn('seller sets Cancelled', 'seller sets Delivered'),
    ...inTurn('seller has paid deposit_back', 'seller has paid deposit_back'),
  ],
  [offered(false, 1), endOffer(0, 'buyer', 'withdrawn'), endOffer(0, 'buyer', 'withdrawn')],
  [offered(false, 1), offer(0, 'seller', { isRent: false, copies: 1, replaces: true })],
  [...deal(false, 1), stepDeal(0, 'call off'), undoDeal(0, 0), stepDeal(0, 'call off')],
  [...deal(false, 2), stepDeal(0, 'deliver'), wait(5_000, false), undoDeal(0, 1)],
  [...deal(false, 2), stepDeal(0, 'call off'), ...soldOut, ...thrice(undoDeal(0, 0))],
  [
    ...deal(false, 2, 'post'),
    stepDeal(0, 'ship'),
    ...thrice(first('seller names a courier')),
    first('seller gives a tracking number'),
  ],
  [
    ...agreed(false),
    ...inTurn('buyer proposes to meet', 'seller blocks'),
    ...thrice(first('seller chooses a time')),
    ...inTurn('buyer proposes to meet', 'seller proposes to meet', 'seller unblocks'),
  ],
  [
    ...agreed(false),
    ...inTurn('seller proposes to meet', 'buyer blocks'),
    ...thrice(first('buyer chooses a time')),
    ...inTurn('buyer proposes to meet', 'seller proposes to meet', 'buyer unblocks'),
  ],
  [
    ...agreed(false),
    first('buyer proposes to meet'),
    wait(49 * hourMs, false),
    ...thrice(first('seller chooses a time')),
    first('seller proposes to meet'),
    wait(49 * hourMs, false),
    ...thrice(first('buyer chooses a time')),
  ],
  [
    ...rentedOut,
    offerExtension(0, 'seller', false),
    ...thrice(endOffer(0, 'buyer', 'accepted')),
    offerExtension(0, 'buyer', false),
    ...thrice(endOffer(0, 'seller', 'accepted')),
  ],
  [
    ...rentedOut,
    offered(false, 1),
    ...thrice(offerExtension(0, 'seller', false)),
    offerExtension(0, 'buyer', true),
    ...thrice(endOffer(0, 'seller', 'declined')),
  ],
  [
    ...rentedOut,
    ...waiting,
    ...thrice(offerExtension(0, 'buyer', false)),
    offerExtension(0, 'seller', false),
  ],
  [
    ...rentedOut,
    wait(6 * dayMs, false),
    ...thrice(first('buyer has paid late_fee')),
    ...thrice(first('buyer takes late_fee back')),
    first('buyer has paid late_fee'),
    ...thrice(first('buyer takes late_fee back')),
  ],
  [
    ...returned,
    first('seller has paid deposit_back'),
    ...thrice(first('seller takes deposit_back back')),
    ...inTurn('seller has paid deposit_back', 'seller takes deposit_back back'),
  ],
  // A proposal with an open problem doesn't expire.
  ...['buyer reports damage', 'buyer reports that nothing came'].map((report) => [
    placed,
    ...inTurn('seller sets Delivered', report, 'seller sets Pending'),
    wait(73 * hourMs, true),
  ]),
  [placed, first('seller sets Cancelled'), ...soldOut, ...thrice(first('admin reopens'))],
  [
    ...agreed(false),
    first('seller sets Shipped'),
    wait(11 * dayMs, false),
    ...inTurn('buyer reports that nothing came', 'seller proposes a refund'),
    ...thrice(first('seller writes about the problem')),
  ],
  [
    ...rentedOut,
    ...inTurn('buyer reports damage', 'seller proposes a refund'),
    ...thrice(first('buyer hands back')),
  ],
  ...['Pending', 'Delivered'].map((status) => [
    ...rated,
    ...inTurn('seller sets Cancelled', `seller sets ${status}`),
    ...inTurn('seller sets Cancelled', `seller sets ${status}`),
  ]),
  [
    placed,
    ...inTurn('seller sets Delivered', 'admin closes', 'admin reopens', 'admin closes'),
    first('admin reopens'),
  ],
  [
    ...depositPaid,
    ...inTurn('seller sets Cancelled', 'seller has paid deposit_back'),
    ...inTurn('buyer has received deposit_back', 'admin reopens', 'buyer has paid deposit'),
    ...inTurn('seller takes back', 'seller has paid deposit_back'),
    first('buyer has received deposit_back'),
  ],
  [
    ...delivered,
    ...inTurn('buyer has paid price', 'buyer reports damage', 'seller proposes a refund'),
    first('buyer takes the refund'),
    ...givenBack('price_back'),
  ],
  [
    ...delivered,
    ...inTurn('buyer has paid price', 'buyer reports damage', 'seller proposes a refund'),
    ...inTurn('buyer takes the refund', 'seller has paid price_back', 'buyer takes price back'),
    ...inTurn('buyer has paid price', 'buyer has received price_back'),
  ],
  [
    ...agreed(false),
    ...inTurn('buyer has paid price', 'seller sets Cancelled'),
    ...givenBack('price_back'),
    ...inTurn('admin reopens', 'buyer has paid price', 'buyer takes price back'),
    ...inTurn('buyer has paid price', 'seller sets Cancelled', 'seller has paid price_back'),
    first('buyer has received price_back'),
  ],
]

const byAdmin: Action[][] = ['buyer confirms', 'seller sets Shipped', 'seller sets Delivered'].map(
  (name) => [placed, first(name), first('admin cancels'), first('admin reopens')],
)

/** Cancelled orders and problems between two people, one of whom has blocked the other. */
const blocked: Action[][] = (['buyer', 'seller'] as const).flatMap((side) => {
  const [block, unblock] = [first(`${side} blocks`), first(`${side} unblocks`)]
  return [
    [
      ...[...delivered, first('buyer reports damage'), block],
      ...thrice(first('buyer writes about the problem')),
      ...[...thrice(first('seller writes about the problem')), unblock],
    ],
    [
      ...[...agreed(false), first('seller sets Cancelled'), block],
      ...[...thrice(first('seller undoes')), unblock],
    ],
    [
      ...[...deal(false, 2), stepDeal(0, 'call off'), block],
      ...[...thrice(undoDeal(0, 0)), unblock, undoDeal(0, 0)],
    ],
  ]
})

export const starts: Action[][] = [
  ...blocked,
  ...late,
  ...gone,
  ...extensions,
  ...byAdmin,
  ...rare,
  ...feesBack,
  ...dealSteps.map((name) => [...deal(false, 2), stepDeal(0, name)]),
  ...dealSteps.map((name) => [...deal(true, 2), stepDeal(0, name)]),
  ...dealSteps.map((name) => [...deal(true, 1), stepDeal(0, name), stepDeal(0, name)]),
  [offered(false, 1), endOffer(0, 'seller', 'declined'), endOffer(0, 'seller', 'declined')],
  [],
  [placed],
  agreed(false),
  ...meetings,
  [...agreed(true), first('seller sets Shipped')],
  [placed, first('seller sets Shipped'), first('seller sets Pending')],
  delivered,
  [placed, first('seller sets Delivered'), first('buyer rates')],
  ...['Pending', 'Shipped', 'Delivered'].map((status) => [
    ...rated,
    first('seller sets Cancelled'),
    first(`seller sets ${status}`),
  ]),
  [place(0, true), first('seller sets Delivered')],
  [place(0, true), first('seller sets Delivered'), first('buyer hands back')],
  [place(0, true), first('seller sets Delivered'), first('seller takes back')],
  [...agreed(false), first('seller sets Cancelled'), first('admin reopens')],
  [...delivered, first('buyer reports damage')],
  [placed, first('seller sets Delivered'), first('buyer reports damage')],
  [...delivered, first('buyer receives')],
  deal(true, 2),
  [...deal(true, 1), ...wrongCodes, first('seller types the code'), first('seller types the code')],
  [...deal(false, 2), first('seller types the code')],
  rentedOut,
  [...rentedOut, first('buyer reports damage'), first('buyer hands back')],
  [...depositPaid, first('seller sets Cancelled')],
  [...rentedOut, first('seller takes back')],
  [
    ...returned,
    first('seller has paid deposit_back'),
    first('seller takes deposit_back back'),
    first('seller takes deposit_back back'),
  ],
  [...returned, first('buyer confirms')],
  [...returned, first('buyer reports that nothing came')],
  [...returned, first('seller sets Cancelled')],
  [...returned, first('seller sets Cancelled'), first('seller sets Pending')],
  [...returned, first('seller sets Cancelled'), first('seller sets Shipped')],
  [...returned, first('buyer has received deposit_back'), first('buyer has received deposit_back')],
  [...returned, first('buyer rates'), first('admin reopens')],
]
