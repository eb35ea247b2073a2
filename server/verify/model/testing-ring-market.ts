// Steps that change the market of the rings: books, wants and blocks.
import { blockPerson, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { updateBook } from '#contract/books/books.ts'
import { cancelOrder, placeOrder } from '#contract/orders/orders.ts'
import { addWants, removeWant, updateWant } from '#contract/wishlist/wants.ts'
import { freeCopies, keyOf, type Person, type Side } from './testing-ring-state.ts'
import type { RingAction, RingWorld } from './testing-ring-world.ts'

const pickOf = <T>(rows: readonly T[], pick: number): T | undefined =>
  rows[pick % Math.max(1, rows.length)]

/** Opens or closes a book for exchange. Without `isOpen`, it switches the current state. */
export const setOpen =
  (pick: number, isOpen?: boolean): RingAction =>
  async ({ state, memberOf, call, check }) => {
    const book = pickOf(state.books, pick)
    if (!book) return
    const { seller } = memberOf(book.owner)
    const openToExchange = isOpen ?? !book.isOpen
    const answer = await call(seller, updateBook, { id: book.id, openToExchange } as never)
    book.isOpen = openToExchange
    check(openToExchange ? 'opens a book' : 'closes a book', answer, { to: 'done' })
  }

async function findNewWant({ context: { db }, state, memberOf }: RingWorld, person: Person) {
  const rows = await db
    .selectFrom('wants')
    .select('id')
    .where('person_id', '=', memberOf(person).personId)
    .execute()
  const row = rows.find(({ id }) => !state.wants.some((want) => want.id === id))
  if (!row) throw new Error('The want wasn’t added.')
  return row.id
}

/** Adds a want. 10 rupees on top are too few for some books, and 100 are enough for all. */
export const want =
  (person: Person, pick: number, rupees: 10 | 100): RingAction =>
  async (world) => {
    const { state, memberOf, call, check } = world
    const book = pickOf(
      state.books.filter(({ owner }) => owner !== person),
      pick,
    )
    if (!book) return
    const { buyer } = memberOf(person)
    const answer = await call(buyer, addWants, { titles: [book.title], mostOnTop: rupees } as never)
    const isKept = state.wants.some((one) => one.person === person && one.book === book)
    check('wants a book', answer, { to: isKept ? 'kept' : 'added' })
    if (isKept) return
    const id = await findNewWant(world, person)
    const limits = { isNewOnly: false, mostOnTop: rupees * 100, isNear: false }
    state.wants.push({ id, person, book, ...limits })
    state.fresh.add(person)
  }

export const dropWant =
  (pick: number, side: Side): RingAction =>
  async ({ state, memberOf, call, check }) => {
    const dropped = pickOf(state.wants, pick)
    if (!dropped) return
    const answer = await call(memberOf(dropped.person)[side], removeWant, { id: dropped.id })
    check('wants it no more', answer, {
      to: 'done',
      change: () => {
        state.wants = state.wants.filter((one) => one !== dropped)
      },
    })
  }

const wantChanges = {
  'wants only a new copy': { worstCondition: 'new' },
  'wants any copy': { worstCondition: 'average' },
  'pays nothing on top': { mostOnTop: 0 },
  'pays more on top': { mostOnTop: 200 },
  'wants it from near': { withinKm: 25 },
} as const
export const wantChangeNames = Object.keys(wantChanges) as (keyof typeof wantChanges)[]

export const changeWant =
  (pick: number, name: keyof typeof wantChanges): RingAction =>
  async ({ state, memberOf, call, check }) => {
    const changed = pickOf(state.wants, pick)
    if (!changed) return
    const limits = wantChanges[name]
    const { buyer } = memberOf(changed.person)
    const answer = await call(buyer, updateWant, { id: changed.id, ...limits } as never)
    check(name, answer, {
      to: 'done',
      change: () => {
        if ('worstCondition' in limits) changed.isNewOnly = limits.worstCondition === 'new'
        if ('mostOnTop' in limits) changed.mostOnTop = limits.mostOnTop * 100
        if ('withinKm' in limits) changed.isNear = true
        state.fresh.add(changed.person)
      },
    })
  }

/** Somebody outside the cast buys a copy, so that no exchange can have it. */
export const sell =
  (pick: number): RingAction =>
  async ({ state, outside, memberOf, call, check }) => {
    const book = pickOf(state.books, pick)
    if (!book) return
    const answer = await call(memberOf(book.owner).seller, placeOrder, {
      chatId: await outside.chatOf(book),
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
    } as never)
    check(
      'sells a copy',
      answer,
      freeCopies(state, book) === 0 ? { code: 'book_gone' } : { to: 'done' },
    )
    if (!answer.code) book.sales.push((answer.body as { _id: string })._id)
  }

export const cancelSale =
  (pick: number): RingAction =>
  async ({ state, outside, call, check }) => {
    const book = pickOf(
      state.books.filter(({ sales }) => sales.length > 0),
      pick,
    )
    const orderId = book?.sales.at(-1)
    if (!book || !orderId) return
    const answer = await call(outside.buyer, cancelOrder, { orderId })
    check('the buyer of a copy cancels', answer, { to: 'done', change: () => book.sales.pop() })
  }

/** One person blocks or unblocks another. Each side may use either account of the two people. */
const setBlock = async (
  { state, memberOf, call, check }: RingWorld,
  [one, other]: readonly Person[],
  [side, named]: readonly [Side, Side],
  isBlocked: boolean,
) => {
  if (one === undefined || other === undefined) return
  const { id } = memberOf(other)[named]
  const answer = await call(memberOf(one)[side], isBlocked ? blockPerson : unblockPerson, { id })
  if (isBlocked) state.blocks.add(keyOf(one, other))
  else state.blocks.delete(keyOf(one, other))
  check(isBlocked ? 'blocks another' : 'unblocks another', answer, { to: 'done' })
}

export const block =
  (two: readonly Person[], sides: readonly [Side, Side]): RingAction =>
  (world) =>
    setBlock(world, two, sides, true)

export const unblock =
  (pick: number, sides: readonly [Side, Side]): RingAction =>
  (world) =>
    setBlock(
      world,
      pickOf([...world.state.blocks], pick)
        ?.split(' ')
        .map(Number) ?? [],
      sides,
      false,
    )
