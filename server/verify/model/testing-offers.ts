// Steps with offers to buy or rent copies, or to extend a rental.
import { addDays, indianDate } from '#contract/common/dates.ts'
import { acceptOffer, declineOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { findMeeting } from './testing-hand-over.ts'
import {
  addEvent,
  dayMs,
  freeCopies,
  isAgreed,
  isBlocked,
  isRentedOut,
  type ModelOffer,
  type ModelOrder,
  type ModelState,
  newOrder,
  offerStatus,
  openOffer,
  type Side,
} from './testing-state.ts'
import { type Action, callerOf, type World } from './testing-world.ts'

const offerMs = 2 * dayMs
const rentDays = 4
const extraDays = 3
const rupeesPerCopy = 10
const paisePerCopy = rupeesPerCopy * 100

type Terms = Pick<ModelOffer, 'buyer' | 'by' | 'isRent' | 'copies' | 'handOver' | 'extended'>

const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

/**
 * Creates an offer. With `replaces`, it replaces the open offer, if there is one. `refusal` is the
 * error code for terms that can't be offered.
 */
async function makeInChat(
  world: World,
  terms: Terms,
  { replaces, refusal }: { replaces: boolean; refusal: string | undefined },
): Promise<void> {
  const { state, bookId, chatIds } = world
  const { buyer, by, isRent, copies, handOver, extended } = terms
  const open = openOffer(state, buyer)
  const answer = await callerOf(world, by, buyer).call(makeOffer, {
    chatId: chatIds[buyer] ?? '',
    ...(replaces && open && { replaces: open.id }),
    ...(extended && { extendsOrderId: extended.id }),
    orderType: isRent ? 'rent' : 'purchase',
    amount: rupeesPerCopy * copies,
    ...(isRent && { days: extended ? extraDays : rentDays }),
    items: [{ bookId, copies }],
    handOver,
    ...(by === 'buyer' && handOver === 'post' && contact),
  })
  const isOpen = open !== undefined && offerStatus(open, state.now) === 'open'
  const code = isBlocked(state, buyer)
    ? 'chat_read_only'
    : isOpen && !replaces
      ? 'offer_open'
      : refusal
  const what = extended ? 'extension' : 'offer'
  world.count(isOpen ? 'open offer' : 'nothing', `${by} makes an ${what}`, `open ${what}`, code)
  world.check(answer, { code })
  if (code) return
  if (open) open.status = !isOpen ? 'expired' : open.by === by ? 'withdrawn' : 'countered'
  if (by === 'buyer') state.wroteAt[buyer] = state.now
  const { _id: id } = answer.body as { _id: string }
  const rentStart = indianDate(new Date(state.now))
  state.offers.push({ ...terms, id, status: 'open', expiresAt: state.now + offerMs, rentStart })
}

type OfferTerms = {
  isRent: boolean
  copies: number
  replaces: boolean
  handOver?: ModelOffer['handOver']
}

export const offer =
  (buyer: number, by: Side, { isRent, copies, replaces, handOver = 'meet' }: OfferTerms): Action =>
  (world) =>
    makeInChat(
      world,
      { buyer, by, isRent, copies, handOver, extended: undefined },
      { replaces, refusal: freeCopies(world.state) < copies ? 'book_gone' : undefined },
    )

const isWanted = (state: ModelState, { buyer, deliveredAt = 0 }: ModelOrder) =>
  freeCopies(state) === 0 &&
  state.wroteAt.some(
    (time, other) =>
      other !== buyer &&
      !isBlocked(state, other) &&
      time > Math.max(deliveredAt, state.now - 14 * dayMs),
  )

export function refuseExtension(state: ModelState, order: ModelOrder): string | undefined {
  const isOut = isRentedOut(order) && isAgreed(order) && !order.handedBack && !order.closedByAdmin
  if (!isOut || order.problem) return 'order_settled'
  return isWanted(state, order) ? 'copy_wanted' : undefined
}

export const offerExtension =
  (pick: number, by: Side, replaces: boolean): Action =>
  async (world) => {
    const rents = world.state.orders.filter(({ isRent }) => isRent)
    const extended = rents[pick % Math.max(1, rents.length)]
    if (!extended) return
    const terms = {
      buyer: extended.buyer,
      by,
      isRent: true,
      copies: 1,
      handOver: 'meet' as const,
      extended,
    }
    await makeInChat(world, terms, { replaces, refusal: refuseExtension(world.state, extended) })
  }

/**
 * Returns the error that ending an offer must cause, if any. Only its maker can withdraw an offer,
 * and only the other side can accept or decline it.
 */
function endOf(state: ModelState, ended: ModelOffer, side: Side, to: ModelOffer['status']) {
  const isOwn = ended.by === side
  if (isOwn !== (to === 'withdrawn')) return 'not_yours'
  if (ended.status === to) return undefined
  if (offerStatus(ended, state.now) !== 'open') return 'offer_settled'
  if (to !== 'accepted') return undefined
  if (isBlocked(state, ended.buyer)) return 'chat_read_only'
  if (ended.extended) return refuseExtension(state, ended.extended)
  return freeCopies(state) < ended.copies ? 'book_gone' : undefined
}

const endpoints = { accepted: acceptOffer, declined: declineOffer, withdrawn: withdrawOffer }
export const offerEnds = Object.keys(endpoints) as (keyof typeof endpoints)[]

export const endOffer =
  (pick: number, side: Side, to: keyof typeof endpoints): Action =>
  async (world) => {
    const { state } = world
    const ended = state.offers.at(-1 - (pick % Math.max(1, state.offers.length)))
    if (!ended) return
    const what = ended.extended ? 'extension' : 'offer'
    const from = `${offerStatus(ended, state.now)} ${what}`
    const answer = await callerOf(world, side, ended.buyer).call(endpoints[to], {
      offerId: ended.id,
      ...(to === 'accepted' && side === 'buyer' && ended.handOver === 'post' && contact),
    })
    const isRepeated = ended.status === to
    const code = endOf(state, ended, side, to)
    const name = `${side === ended.by ? 'maker' : 'other side'}: ${to}`
    world.count(from, name, `${to} ${what}`, code)
    world.check(answer, { code })
    if (code || isRepeated) return
    ended.status = to
    if (to !== 'accepted') return
    if (ended.extended) extend(ended.extended)
    else await addOrders(world, ended, (answer.body as { orders: string[] }).orders)
  }

function extend(order: ModelOrder): void {
  addEvent(order)
  order.days += extraDays
  order.rentEnd = addDays(order.rentEnd, extraDays)
  order.price += extraDays * paisePerCopy
}

async function addOrders(world: World, accepted: ModelOffer, ids: string[]): Promise<void> {
  const { state } = world
  const { buyer, isRent, copies, handOver, rentStart } = accepted
  const [first = ''] = ids
  if (ids.length !== copies)
    throw new Error(`An offer of ${copies} copies made ${ids.length} orders.`)
  const meeting = handOver === 'meet' ? await findMeeting(world, first) : undefined
  const days = isRent ? rentDays : 0
  const price = paisePerCopy * (isRent ? rentDays : 1)
  for (const id of ids)
    state.orders.push({
      ...newOrder({ id, buyer, isRent, price, days }, state.now, rentStart),
      confirmed: true,
      proposedUntil: undefined,
      deal: accepted.id,
      handOver,
      meeting,
      events: 2,
    })
}
