// What the queue of a title must do, in plain lists: nothing of it knows the database.
import { type Condition, conditions } from '#contract/books/book-forms.ts'

export type ModelWant = { person: number; since: number; worst: Condition; order?: ModelOrder }
export type ModelOrder = {
  listing: number
  person: number
  at: number
  cancelledBy?: 'buyer' | 'seller'
}
export type ModelReservation = {
  listing: number
  person: number
  want: ModelWant
  createdAt: number
  expiresAt: number
  outcome?: string
  isCopyChanged: boolean
}
type ModelListing = { condition: Condition; copies: number; isOpen: boolean }

export type Model = {
  /** Seconds, which pass by one with each thing that is done. */
  clock: number
  wants: ModelWant[]
  listings: ModelListing[]
  reservations: ModelReservation[]
  /** All of them, in the order in which they were made. */
  orders: ModelOrder[]
  /** Whom the seller has blocked. */
  blocked: Set<number>
}

export const emptyModel = (): Model => ({
  clock: 0,
  wants: [],
  listings: [],
  reservations: [],
  orders: [],
  blocked: new Set(),
})

const isOpen = ({ outcome }: ModelReservation) => outcome === undefined
export const openOf = (model: Model, person: number) =>
  model.reservations.find((one) => isOpen(one) && one.person === person)

function fits(model: Model, want: ModelWant, index: number): boolean {
  const listing = model.listings[index]
  return (
    listing !== undefined &&
    model.wants.includes(want) &&
    want.order === undefined &&
    !model.blocked.has(want.person) &&
    conditions.indexOf(listing.condition) <= conditions.indexOf(want.worst)
  )
}

export const freeCopies = ({ listings, reservations, orders }: Model, index: number): number =>
  (listings[index]?.copies ?? 0) -
  reservations.filter((one) => isOpen(one) && one.listing === index).length -
  orders.filter(({ listing, cancelledBy }) => listing === index && !cancelledBy).length

/** What its seller does doesn't count: closing or changing it, cancelling what was ordered. */
function wasTheirs({ orders }: Model, { listing, person, outcome }: ModelReservation): boolean {
  if (outcome === 'taken')
    return orders.some(
      (order) =>
        order.listing === listing && order.person === person && order.cancelledBy !== 'seller',
    )
  return outcome !== 'closed' && outcome !== 'changed'
}

function canBeNext(model: Model, want: ModelWant, index: number): boolean {
  const { person } = want
  const ofListing = model.reservations.filter(
    (one) => one.listing === index && one.person === person,
  )
  const lately = ofListing.filter(({ createdAt }) => createdAt > model.clock - 24 * 3600)
  return (
    fits(model, want, index) &&
    openOf(model, person) === undefined &&
    !ofListing.some((one) => wasTheirs(model, one)) &&
    lately.length < 2
  )
}

/** The first who waits has a free copy; false where nobody waits or none is free. */
function reserveFirst(model: Model, index: number): boolean {
  if (!model.listings[index]?.isOpen || freeCopies(model, index) <= 0) return false
  const [first] = model.wants
    .filter((want) => canBeNext(model, want, index))
    .sort((one, other) => one.since - other.since)
  if (!first) return false
  model.reservations.push({
    listing: index,
    person: first.person,
    want: first,
    createdAt: model.clock,
    expiresAt: model.clock + 2 * 3600,
    isCopyChanged: false,
  })
  return true
}

export function reserveAll(model: Model): void {
  for (const index of model.listings.keys())
    do model.clock++
    while (reserveFirst(model, index))
}

function reasonToEnd(model: Model, reservation: ModelReservation) {
  const { listing, want, expiresAt, isCopyChanged } = reservation
  if (!model.listings[listing]?.isOpen) return 'closed'
  if (fits(model, want, listing)) return expiresAt <= model.clock ? 'lapsed' : undefined
  const isWanted =
    model.wants.includes(want) && want.order === undefined && !model.blocked.has(want.person)
  return isWanted && isCopyChanged ? 'changed' : 'unwanted'
}

/** The seller changes a listing, which ends reservations that it no longer fits. */
export function changeCondition(model: Model, index: number, condition: Condition): void {
  const listing = model.listings[index]
  if (listing) listing.condition = condition
  for (const one of model.reservations) {
    if (one.listing !== index || !isOpen(one)) continue
    one.isCopyChanged = true
    const outcome = reasonToEnd(model, one)
    if (outcome !== undefined && outcome !== 'lapsed') one.outcome = outcome
  }
}

/** Ends what is over, the oldest first, and gives each copy to the next; at most so many. */
export function passOnAll(model: Model, most = Number.POSITIVE_INFINITY): void {
  model.clock++
  const over = model.reservations
    .filter((one) => isOpen(one) && reasonToEnd(model, one) !== undefined)
    .sort((one, other) => one.expiresAt - other.expiresAt)
  for (const reservation of over.slice(0, most)) {
    model.clock++
    const outcome = reasonToEnd(model, reservation)
    if (outcome) end(model, reservation, outcome)
  }
}

export function end(model: Model, reservation: ModelReservation, outcome: string): void {
  reservation.outcome = outcome
  if (outcome !== 'taken') reserveFirst(model, reservation.listing)
}

/** A person orders a copy of a listing, theirs where one is reserved for them. */
export function order(model: Model, listing: number, person: number): void {
  const made: ModelOrder = { listing, person, at: model.clock }
  model.orders.push(made)
  const own = openOf(model, person)
  if (own?.listing === listing) end(model, own, 'taken')
  for (const want of model.wants) if (want.person === person) want.order ??= made
}

export function cancel(model: Model, cancelled: ModelOrder, by: 'buyer' | 'seller'): void {
  cancelled.cancelledBy = by
  for (const want of model.wants)
    if (want.order === cancelled) {
      const other = model.orders.find(
        ({ person, at, cancelledBy }) => person === want.person && at >= want.since && !cancelledBy,
      )
      if (other) want.order = other
      else delete want.order
    }
}
