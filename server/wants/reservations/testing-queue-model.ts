// What the queue of a title must do, in plain lists: nothing of it knows the database.
import { type Condition, conditions } from '#contract/books/book-forms.ts'

export type ModelWant = { person: number; since: number; worst: Condition }
type ModelReservation = {
  listing: number
  person: number
  want: ModelWant
  expiresAt: number
  outcome?: string
}
type ModelListing = { condition: Condition; copies: number; isOpen: boolean }

export type Model = {
  /** Seconds, which pass by one with each thing that is done. */
  clock: number
  wants: ModelWant[]
  listings: ModelListing[]
  reservations: ModelReservation[]
  /** Who holds a copy by an order. */
  orders: { listing: number; person: number }[]
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
    conditions.indexOf(listing.condition) <= conditions.indexOf(want.worst) &&
    !model.blocked.has(want.person)
  )
}

const freeCopies = ({ listings, reservations, orders }: Model, index: number): number =>
  (listings[index]?.copies ?? 0) -
  reservations.filter((one) => isOpen(one) && one.listing === index).length -
  orders.filter(({ listing }) => listing === index).length

function canBeNext(model: Model, want: ModelWant, index: number): boolean {
  const hadListing = model.reservations.some(
    ({ listing, person, outcome }) =>
      listing === index && person === want.person && outcome !== 'closed',
  )
  const isServed = model.reservations.some(
    (one) =>
      one.want === want &&
      (isOpen(one) ||
        (one.outcome === 'taken' &&
          model.orders.some(
            ({ listing, person }) => listing === one.listing && person === one.person,
          ))),
  )
  return fits(model, want, index) && !hadListing && !isServed
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
    expiresAt: model.clock + 2 * 3600,
  })
  return true
}

export function reserveAll(model: Model): void {
  for (const index of model.listings.keys())
    do model.clock++
    while (reserveFirst(model, index))
}

function reasonToEnd(model: Model, { listing, want, expiresAt }: ModelReservation) {
  if (!model.listings[listing]?.isOpen) return 'closed'
  if (!fits(model, want, listing)) return 'changed'
  return expiresAt <= model.clock ? 'lapsed' : undefined
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
