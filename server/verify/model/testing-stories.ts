// The steps of orders by name, and stories that consist of steps. Sequences start with stories, so
// that late states of an order are reached often enough. Other stories should happen more often
// than by chance.
import { adminSteps } from './testing-admin.ts'
import { blockSteps } from './testing-blocks.ts'
import { dealSteps, stepDeal, undoDeal, wait } from './testing-deals.ts'
import { meetingSteps, parcelSteps } from './testing-hand-over.ts'
import { endOffer, offer, offerEnds, offerExtension } from './testing-offers.ts'
import { orderSteps, place } from './testing-orders.ts'
import { paymentSteps } from './testing-payments.ts'
import { problemSteps } from './testing-problems.ts'
import { dayMs } from './testing-state.ts'
import { type Action, stepOrder } from './testing-world.ts'

const hourMs = 3_600_000
const sale = { isRent: false, copies: 1, replaces: false }
type Picked = (pick: number) => Action

/** Everything that can happen, by name. `pick` chooses the order, deal or rental. */
const happenings: Record<string, Picked> = {
  'sale proposed': () => place(0, false),
  'rent proposed': () => place(0, true),
  'other buyer buys': () => place(1, false),
  'other buyer offers to buy': () => offer(1, 'buyer', sale),
  'deal undone for the second': (pick) => undoDeal(pick, 1),
  'deal undone': (pick) => undoDeal(pick, 0),
  '5 seconds': () => wait(5_000, false),
  '49 hours': () => wait(49 * hourMs, false),
  '73 hours and jobs': () => wait(73 * hourMs, true),
}
for (const days of [2, 4, 6, 7, 8, 11]) happenings[`${days} days`] = () => wait(days * dayMs, false)
for (const name of dealSteps) happenings[`deal: ${name}`] = (pick) => stepDeal(pick, name)
for (const by of ['buyer', 'seller'] as const) {
  happenings[`${by} counters`] = () => offer(0, by, { ...sale, replaces: true })
  happenings[`${by} offers more days`] = (pick) => offerExtension(pick, by, false)
  happenings[`${by} counters with more days`] = (pick) => offerExtension(pick, by, true)
  for (const end of offerEnds) {
    happenings[`offer ${end} by ${by}`] = () => endOffer(0, by, end)
    happenings[`earlier offer ${end} by ${by}`] = () => endOffer(1, by, end)
  }
}
for (const [kind, isRent] of [
  ['sale', false],
  ['rent', true],
] as const)
  for (const copies of [1, 2])
    for (const handOver of ['meet', 'post'] as const)
      happenings[`offer of ${copies} in ${kind} by ${handOver}`] = () =>
        offer(0, 'buyer', { isRent, copies, handOver, replaces: false })
const steps = {
  ...orderSteps,
  ...problemSteps,
  ...adminSteps,
  ...meetingSteps,
  ...paymentSteps,
  ...parcelSteps,
  ...blockSteps,
}
for (const [name, step] of Object.entries(steps))
  happenings[name] = (pick) => stepOrder(name, step, pick)

const abbreviations: Record<string, string> = {
  'sale agreed': 'sale proposed, buyer confirms',
  'rent agreed': 'rent proposed, buyer confirms',
  offer: 'offer of 1 in sale by meet',
  'deal of one': 'offer, offer accepted by seller',
  'deal of two': 'offer of 2 in sale by meet, offer accepted by seller',
  'deal by post': 'offer of 2 in sale by post, offer accepted by seller',
  'rental of one': 'offer of 1 in rent by meet, offer accepted by seller',
  'rental of two': 'offer of 2 in rent by meet, offer accepted by seller',
  'sold out': 'twice other buyer buys, twice other buyer buys',
  'wanted and sold out': '5 seconds, other buyer offers to buy, sold out',
  delivered: 'sale agreed, seller sets Delivered',
  refunded: 'buyer reports damage, seller proposes a refund, buyer takes the refund',
  rated: 'delivered, buyer rates, admin reopens',
  'rented out': 'rental of one, seller types the code',
  'deposit paid': 'rented out, buyer has paid deposit',
  returned: 'deposit paid, seller takes back',
  'late fee paid': 'rented out, 6 days, buyer has paid late_fee, seller has received late_fee',
  extended: 'buyer offers more days, offer accepted by seller',
}
for (const kind of ['price_back', 'late_fee_back'])
  abbreviations[`${kind} given`] =
    `twice seller has paid ${kind}, twice seller takes ${kind} back, seller has paid ${kind}, ` +
    `twice buyer has received ${kind}`

const timesOf: Record<string, number> = { twice: 2, thrice: 3 }

function read(story: string, pick: number): Action[] {
  if (story === '') return []
  return story.split(', ').flatMap((text) => {
    const [, often = '', name = ''] = /^(twice|thrice)? ?(.+)$/.exec(text) ?? []
    const [longer, happening] = [abbreviations[name], happenings[name]]
    if (!longer && !happening) throw new Error(`There is no step “${name}”.`)
    const actions = longer ? read(longer, pick) : happening ? [happening(pick)] : []
    return Array.from({ length: timesOf[often] ?? 1 }, () => actions).flat()
  })
}

/**
 * Returns a story for each choice in braces. Where the same braces occur again, the choice is the
 * same.
 */
function choose(story: string): string[] {
  const [braces, choices] = /\{(.+?)\}/.exec(story) ?? []
  if (braces === undefined || choices === undefined) return [story]
  return choices.split('|').flatMap((choice) => choose(story.replaceAll(braces, choice)))
}

/** Each line is a story. A line that ends with a comma continues on the next line. */
const storiesIn = (text: string): string[] =>
  text.trim().replaceAll(/,\n/g, ', ').split('\n').flatMap(choose)

export const inTurn =
  (actions: Action[]): Action =>
  async (world) => {
    for (const action of actions) await action(world)
  }

const turns = storiesIn(`
seller sets {Pending|Shipped|Cancelled}, seller undoes
seller sets {Pending|Shipped|Cancelled}, seller explains, seller undoes
twice admin cancels, admin reopens
admin cancels, twice admin reopens
admin cancels, admin reopens
seller sets Cancelled, admin reopens
seller sets {Shipped|Delivered}, seller sets Cancelled, admin reopens
seller sets Delivered, admin closes, admin reopens
seller sets Shipped, buyer confirms, buyer receives
seller sets Shipped, buyer cancels
seller sets Delivered, buyer reports that nothing came, buyer cancels
seller sets Delivered, buyer reports damage, {buyer writes about the problem|seller takes back}
seller sets Delivered, buyer reports damage, admin settles the problem
seller sets Delivered, buyer reports damage, seller proposes another copy
seller sets Delivered, buyer reports damage, buyer takes the refund, buyer receives
seller sets Delivered, buyer hands back, seller takes back, seller has paid deposit_back
buyer proposes to meet, twice seller chooses a time
seller proposes to meet, twice buyer chooses a time
seller proposes to meet, {seller|buyer} chooses a time, seller sets Delivered
buyer proposes to meet, {seller sets Delivered|49 hours}, seller chooses a time
seller proposes to meet, {seller sets Delivered|49 hours}, buyer chooses a time
buyer has paid deposit, twice seller has received deposit
seller has paid deposit_back, buyer has received deposit_back
twice seller has paid {deposit_back|price_back|late_fee_back}
twice buyer has received {deposit_back|price_back|late_fee_back}
seller has paid {deposit_back|price_back|late_fee_back},
twice seller takes {deposit_back|price_back|late_fee_back} back
seller has paid {price|late_fee}_back, buyer has received {price|late_fee}_back,
buyer has paid {price|late_fee}
twice buyer has paid {deposit|price}, buyer takes {deposit|price} back
buyer has paid {deposit|late_fee}, twice buyer takes {deposit|late_fee} back
twice seller has received price
seller sets Shipped, seller names a courier, seller gives a tracking number
seller sets Shipped, twice seller gives a tracking number
seller sets Cancelled, buyer blocks, seller sets {Pending|Shipped|Delivered}, buyer unblocks,
seller sets {Pending|Shipped|Delivered}
seller blocks, buyer proposes to meet, seller proposes to meet, seller unblocks
twice {buyer|seller} blocks, twice {buyer|seller} unblocks
buyer proposes to meet, buyer blocks, seller chooses a time, buyer unblocks
seller proposes to meet, seller blocks, buyer chooses a time, seller unblocks
buyer blocks, sale proposed, buyer counters, seller counters, buyer unblocks
buyer counters, seller blocks, offer accepted by seller, seller unblocks
seller blocks, buyer counters with more days, seller counters with more days, seller unblocks
deal: {ship|call off}, deal undone
deal: deliver, 5 seconds, deal undone for the second
`)

export const stories: Picked[] = turns.map((story) => (pick) => inTurn(read(story, pick)))

const firstStories = storiesIn(`
delivered, buyer reports damage, {buyer|seller} blocks, thrice buyer writes about the problem,
thrice seller writes about the problem, {buyer|seller} unblocks
sale agreed, seller sets Cancelled, {buyer|seller} blocks, thrice seller undoes,
{buyer|seller} unblocks
deal of two, deal: call off, {buyer|seller} blocks, thrice deal undone, {buyer|seller} unblocks,
deal undone
sale agreed, seller sets Shipped, 11 days
sale agreed, seller sets Shipped, 11 days, buyer reports that nothing came
sale agreed, buyer proposes to meet, 49 hours, thrice seller chooses a time
sale agreed, seller proposes to meet, 49 hours, thrice buyer chooses a time
delivered, 6 days, buyer reports damage,
{buyer withdraws the problem|buyer takes the refund}, 2 days
rented out, {6|7} days, twice {buyer has paid|seller has received} late_fee
rented out, 6 days, buyer has paid late_fee, twice buyer takes late_fee back
rented out, 6 days, thrice buyer has paid late_fee, thrice buyer takes late_fee back,
buyer has paid late_fee, thrice buyer takes late_fee back
sale proposed, seller sets Cancelled, sold out, seller sets {Pending|Shipped}
sale proposed, seller sets Cancelled, sold out, thrice admin reopens
sale proposed, seller sets Shipped, seller sets Cancelled, sold out, seller undoes
offer, sold out, offer accepted by seller
offer, twice offer withdrawn by buyer
offer, twice offer declined by seller
offer, seller counters
rented out, {buyer|seller} offers more days
rented out, wanted and sold out, thrice {buyer|seller} offers more days, seller offers more days
rented out, buyer offers more days, wanted and sold out, earlier offer accepted by seller
rented out, seller offers more days, wanted and sold out, earlier offer accepted by buyer
rented out, offer, {buyer offers|seller counters with|buyer counters with} more days
rented out, buyer offers more days, twice offer accepted by seller
rented out, seller offers more days, twice offer declined by buyer
rented out, buyer offers more days, twice offer withdrawn by buyer
rented out, buyer offers more days, buyer hands back, offer accepted by seller
rented out, seller offers more days, thrice offer accepted by buyer, buyer offers more days,
thrice offer accepted by seller
rented out, offer, thrice seller offers more days, buyer counters with more days,
thrice offer declined by seller
sale proposed, {buyer confirms|seller sets Shipped|seller sets Delivered}, admin cancels,
admin reopens
sale proposed, twice seller sets Shipped, seller sets Cancelled, admin reopens, admin cancels,
admin reopens, seller sets Delivered, seller sets Pending, seller sets Delivered, buyer cancels
sale proposed, seller sets Cancelled, admin reopens, seller sets Delivered,
buyer reports that nothing came
sale agreed, buyer confirms, buyer proposes to meet, buyer chooses a time, seller sets Shipped,
admin cancels, admin reopens, admin cancels, admin reopens
rated, seller sets Cancelled, seller sets {Pending|Shipped|Delivered}, seller sets Cancelled,
seller sets {Pending|Shipped|Delivered}
returned, seller sets Cancelled, twice buyer confirms, seller sets Shipped, seller sets Cancelled,
seller sets Delivered, twice seller has paid deposit_back
deal of one, deal: call off, deal undone, deal: call off
deal of two, deal: deliver, 5 seconds, deal undone for the second
deal of two, deal: call off, sold out, thrice deal undone
deal by post, deal: ship, thrice seller names a courier, seller gives a tracking number
sale agreed, buyer proposes to meet, seller blocks, thrice seller chooses a time,
buyer proposes to meet, seller proposes to meet, seller unblocks
sale agreed, seller proposes to meet, buyer blocks, thrice buyer chooses a time,
buyer proposes to meet, seller proposes to meet, buyer unblocks
sale proposed, seller sets Delivered, {buyer reports damage|buyer reports that nothing came},
seller sets Pending, 73 hours and jobs
sale agreed, seller sets Shipped, 11 days, buyer reports that nothing came,
seller proposes a refund, thrice seller writes about the problem
rented out, buyer reports damage, seller proposes a refund, thrice buyer hands back
sale proposed, seller sets Delivered, admin closes, admin reopens, admin closes, admin reopens
deposit paid, seller sets Cancelled, seller has paid deposit_back,
buyer has received deposit_back, admin reopens, buyer has paid deposit, seller takes back,
seller has paid deposit_back, buyer has received deposit_back
delivered, buyer has paid price, refunded, price_back given
delivered, buyer has paid price, refunded, seller has paid price_back, buyer takes price back,
buyer has paid price, buyer has received price_back
sale agreed, buyer has paid price, seller sets Cancelled, price_back given, admin reopens,
buyer has paid price, buyer takes price back, buyer has paid price, seller sets Cancelled,
seller has paid price_back, buyer has received price_back
late fee paid, seller sets Cancelled, late_fee_back given, admin reopens,
buyer has paid late_fee, buyer takes late_fee back, buyer has paid late_fee, admin cancels,
seller has paid late_fee_back, buyer has received late_fee_back
late fee paid, {extended|2 days, extended}, late_fee_back given, 4 days, buyer has paid late_fee,
seller has received late_fee, admin cancels, late_fee_back given
late fee paid, extended, seller has paid late_fee_back, 4 days, buyer has paid late_fee,
buyer has received late_fee_back, buyer has paid late_fee, buyer takes late_fee back
rented out, 6 days, admin cancels, seller has paid late_fee_back, buyer has received late_fee_back
{deal|rental} of two, deal: {ship|deliver|call off|receive|cancel}
rental of one, twice deal: {ship|deliver|call off|receive|cancel}
sale proposed
sale agreed
sale agreed, buyer proposes to meet, twice seller chooses a time
sale agreed, seller proposes to meet, twice buyer chooses a time
sale agreed, buyer proposes to meet, seller sets Delivered, seller chooses a time
sale agreed, seller proposes to meet, seller sets Delivered, buyer chooses a time
rent agreed, seller sets Shipped
sale proposed, seller sets Shipped, seller sets Pending
delivered
delivered, {buyer receives|buyer reports damage}
sale proposed, seller sets Delivered, {buyer rates|buyer reports damage}
rent proposed, seller sets Delivered
rent proposed, seller sets Delivered, {buyer hands back|seller takes back}
sale agreed, seller sets Cancelled, admin reopens
rental of two
rental of one, thrice seller types a wrong code, thrice seller types a wrong code,
twice seller types the code
deal of two, seller types the code
rented out
rented out, buyer reports damage, buyer hands back
deposit paid, seller sets Cancelled
rented out, seller takes back
returned, seller has paid deposit_back, thrice seller takes deposit_back back,
seller has paid deposit_back, seller takes deposit_back back
returned, {buyer confirms|buyer reports that nothing came|seller sets Cancelled}
returned, seller sets Cancelled, seller sets {Pending|Shipped}
returned, twice buyer has received deposit_back
returned, buyer rates, admin reopens
`)

export const starts: Action[][] = ['', ...firstStories].map((story) => read(story, 0))
