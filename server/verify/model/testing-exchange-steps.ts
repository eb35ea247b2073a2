// Two people's steps with exchanges, and what the result of each must be.
import {
  cancelExchange,
  enterExchangeCode,
  readExchange,
  receiveExchanged,
  sayExchangePaid,
  sayExchangeReceived,
  sendExchanged,
  takeBackExchangePaid,
} from '#contract/exchanges/exchanges.ts'
import { acceptOffer, declineOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import {
  cancelOrder,
  type OrderStatus,
  receiveOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { expireOffers } from '#server/offers/store.ts'
import {
  freeCopies,
  isClosed,
  isHandedOver,
  isPaid,
  type ModelExchange,
  type ModelExchangeOffer,
  type ModelLeg,
  offerStatus,
  other,
  type Person,
  setStatus,
  sideOf,
  statusOf,
} from './testing-exchange-state.ts'
import type { ExchangeAction, ExchangeWorld } from './testing-exchange-world.ts'

const hourMs = 3_600_000
const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const withContact = (post: boolean) => (post ? contact : {})

export const offerExchange =
  (by: Person, replaces: boolean, post: boolean): ExchangeAction =>
  async ({ state, chatId, bookIds, call, check }) => {
    const last = state.offers.at(-1)
    const open = last && offerStatus(last, state.now) === 'open' ? last : undefined
    const answer = await call(by, sideOf(by), makeOffer, {
      chatId,
      ...(replaces && open && { replaces: open.id }),
      orderType: 'purchase',
      items: [{ bookId: bookIds[0], copies: 1 }],
      exchange: { items: [{ bookId: bookIds[1] }], topUp: 60, topUpBy: 'buyer' },
      handOver: post ? 'post' : 'meet',
      ...withContact(post),
    })
    const isGone = freeCopies(state, 0) === 0 || freeCopies(state, 1) === 0
    const code =
      open && !replaces
        ? 'offer_open'
        : by === 0 && !state.hasRaviOffered
          ? 'buyer_offers_first'
          : isGone
            ? 'book_gone'
            : undefined
    check(`${sideOf(by)} offers`, answer, code)
    if (code) return
    if (last?.status === 'open')
      last.status = !open ? 'expired' : last.by === by ? 'withdrawn' : 'countered'
    if (by === 1) state.hasRaviOffered = true
    const { _id: id } = answer.body as { _id: string }
    state.offers.push({ id, by, post, status: 'open', expiresAt: state.now + 48 * hourMs })
  }

const ends = { accepted: acceptOffer, declined: declineOffer, withdrawn: withdrawOffer }
export const exchangeEnds = Object.keys(ends) as (keyof typeof ends)[]

export const endExchangeOffer =
  (person: Person, to: keyof typeof ends): ExchangeAction =>
  async (world) => {
    const { state, call, check } = world
    const offer = state.offers.at(-1)
    if (!offer) return
    const answer = await call(person, sideOf(person), ends[to], {
      offerId: offer.id,
      ...(to === 'accepted' && withContact(offer.post)),
    })
    const isOwn = offer.by === person
    const isRepeated = offer.status === to
    const isGone = freeCopies(state, 0) === 0 || freeCopies(state, 1) === 0
    const code =
      isOwn !== (to === 'withdrawn')
        ? 'not_yours'
        : isRepeated
          ? undefined
          : offerStatus(offer, state.now) !== 'open'
            ? 'offer_settled'
            : to === 'accepted' && isGone
              ? 'book_gone'
              : undefined
    check(`${isOwn ? 'maker' : 'other side'}: ${to}`, answer, code)
    if (code || isRepeated) return
    offer.status = to
    if (to === 'accepted') await addExchange(world, offer, answer.body)
  }

type Read = {
  legs: { orderId: string; book: { _id: string }; order: { meeting?: { code?: string } } }[]
}

async function addExchange(
  { state, bookIds, call }: ExchangeWorld,
  offer: ModelExchangeOffer,
  body: unknown,
) {
  const id = (body as { exchange: { exchangeId: string } }).exchange.exchangeId
  const legs = []
  for (const giver of [0, 1] as const) {
    // The receiver of a book reads its code, because the giver can't.
    const { body } = await call(other(giver), 'seller', readExchange, { exchangeId: id })
    const leg = (body as Read).legs.find(({ book }) => book._id === bookIds[giver])
    if (!leg) throw new Error('The exchange lacks a leg.')
    legs.push({
      orderId: leg.orderId,
      giver,
      status: 'Pending' as const,
      received: false,
      deliveredAt: undefined,
      code: leg.order.meeting?.code,
      wasHandedOver: false,
    })
  }
  const nothing = () => ({ paid: false, received: false })
  const [hers, his] = legs as [ModelLeg, ModelLeg]
  state.exchanges.push({ id, offer, legs: [hers, his], reported: nothing(), back: nothing() })
}

type LegStep = (
  world: ExchangeWorld,
  exchange: ModelExchange,
  leg: ModelLeg,
) => Promise<{
  answer: { code: string | undefined }
  code: string | undefined
  change?: () => void
}>

/** A step with the book that `giver` gives, in the latest exchange or in an earlier one. */
const about =
  (name: string, step: LegStep) =>
  (giver: Person, pick: number): ExchangeAction =>
  async (world) => {
    const { state, check } = world
    const exchange = state.exchanges.at(-1 - (pick % Math.max(1, state.exchanges.length)))
    const leg = exchange?.legs[giver]
    if (!exchange || !leg) return
    state.now++
    const from = `${leg.status}${isClosed(leg, state.now) ? ', closed' : ''}`
    const { answer, code, change } = await step(world, exchange, leg)
    check(`${from}: ${name}`, answer, code)
    if (!code) change?.()
  }

const sets = (status: OrderStatus) =>
  about(`giver sets ${status}`, async ({ state, call }, exchange, leg) => ({
    answer: await call(leg.giver, 'seller', setOrderStatus, { orderId: leg.orderId, status }),
    code: status !== leg.status && isClosed(leg, state.now) ? 'order_closed' : undefined,
    change: () => {
      if (status !== leg.status) setStatus(exchange, leg, status, state.now)
    },
  }))

const receives = (isByOrder: boolean) =>
  about(`receiver has it${isByOrder ? ', by the order' : ''}`, async (world, exchange, leg) => {
    const { state, call } = world
    const { orderId } = leg
    const answer = isByOrder
      ? await call(other(leg.giver), 'buyer', receiveOrder, { orderId })
      : await call(other(leg.giver), 'seller', receiveExchanged, {
          exchangeId: exchange.id,
          orderId,
        })
    const isRepeated = leg.received && leg.status === 'Delivered'
    return {
      answer,
      code: !isRepeated && isClosed(leg, state.now) ? 'order_settled' : undefined,
      change: () => {
        if (isRepeated) return
        if (leg.status !== 'Delivered') setStatus(exchange, leg, 'Delivered', state.now)
        leg.received = true
      },
    }
  })

const cancelsOrder = about('receiver cancels', async ({ state, call }, exchange, leg) => ({
  answer: await call(other(leg.giver), 'buyer', cancelOrder, { orderId: leg.orderId }),
  code: leg.status === 'Pending' ? undefined : 'order_settled',
  change: () => setStatus(exchange, leg, 'Cancelled', state.now),
}))

const typesCode = about('giver types the code', async ({ state, call }, exchange, leg) => {
  const answer = await call(leg.giver, 'buyer', enterExchangeCode, {
    exchangeId: exchange.id,
    orderId: leg.orderId,
    code: leg.code ?? '0000',
  })
  const isUsable = leg.code !== undefined && (leg.status === 'Pending' || leg.status === 'Shipped')
  const isRepeated = leg.code !== undefined && leg.wasHandedOver && leg.status === 'Delivered'
  return {
    answer,
    code: isUsable || isRepeated ? undefined : 'order_settled',
    change: () => {
      if (!isUsable) return
      setStatus(exchange, leg, 'Delivered', state.now)
      leg.wasHandedOver = true
    },
  }
})

const sends = about('giver sends', async ({ state, call }, exchange, leg) => ({
  answer: await call(leg.giver, 'buyer', sendExchanged, {
    exchangeId: exchange.id,
    orderId: leg.orderId,
  }),
  code:
    exchange.offer.post && (leg.status === 'Pending' || leg.status === 'Shipped')
      ? undefined
      : 'order_settled',
  change: () => {
    if (leg.status === 'Pending') setStatus(exchange, leg, 'Shipped', state.now)
  },
}))

const cancels = about('giver cancels the exchange', async ({ state, call }, exchange, leg) => ({
  answer: await call(leg.giver, 'buyer', cancelExchange, { exchangeId: exchange.id }),
  code: exchange.legs.some(isHandedOver) ? 'exchange_begun' : undefined,
  change: () => {
    for (const one of exchange.legs)
      if (one.status !== 'Cancelled') setStatus(exchange, one, 'Cancelled', state.now)
  },
}))

type Word = 'paid' | 'received' | 'taken back'
const words = {
  paid: sayExchangePaid,
  received: sayExchangeReceived,
  'taken back': takeBackExchangePaid,
}

function payCode(exchange: ModelExchange, person: Person, word: Word, back: boolean, now: number) {
  const isPayer = person === (back ? 0 : 1)
  if (word === 'paid' && !isPayer) return 'not_yours'
  if (word === 'received' && isPayer) return 'not_yours'
  const isCancelled = statusOf(exchange, now) === 'cancelled'
  const reported = back ? exchange.back : exchange.reported
  if (back ? !isCancelled || !isPaid(exchange.reported) : isCancelled && !isPaid(exchange.reported))
    return 'nothing_due'
  const [own, others] = isPayer
    ? [reported.paid, reported.received]
    : [reported.received, reported.paid]
  const isFrozen = !back && isCancelled
  if (word === 'taken back') return own && (others || isFrozen) ? 'order_settled' : undefined
  if (own) return undefined
  // When the payee has confirmed a payment, the payer can't report it any more.
  return isFrozen || (word === 'paid' && others) ? 'order_settled' : undefined
}

const says = (word: Word, back: boolean) =>
  about(`${back ? 'back: ' : ''}${word}`, async ({ state, call }, exchange, leg) => {
    const person = leg.giver
    const answer = await call(person, 'seller', words[word], {
      exchangeId: exchange.id,
      number: 1,
      ...(back && { back }),
    })
    return {
      answer,
      code: payCode(exchange, person, word, back, state.now),
      change: () => {
        const reported = back ? exchange.back : exchange.reported
        const isPayer = person === (back ? 0 : 1)
        reported[isPayer ? 'paid' : 'received'] = word !== 'taken back'
      },
    }
  })

export const legSteps = [
  ...(['Pending', 'Shipped', 'Delivered', 'Cancelled'] as const).map(sets),
  receives(true),
  receives(false),
  cancelsOrder,
  typesCode,
  typesCode,
  sends,
  cancels,
  ...(Object.keys(words) as Word[]).flatMap((word) => [says(word, false), says(word, true)]),
]

/** Reports, confirms and takes back a payment. This sequence is rare by chance. */
export const payInTurn =
  (back: boolean, pick: number): ExchangeAction =>
  async (world) => {
    const [payer, payee] = back ? ([0, 1] as const) : ([1, 0] as const)
    await says('paid', back)(payer, pick)(world)
    await says('received', back)(payee, pick)(world)
    await says('taken back', back)(payer, pick)(world)
    await says('taken back', back)(payee, pick)(world)
  }

export const waitExchange =
  (hours: number): ExchangeAction =>
  async ({ state, context }) => {
    state.now += hours * hourMs
    await expireOffers(context.db, new Date(state.now))
    for (const offer of state.offers)
      if (offerStatus(offer, state.now) === 'expired') offer.status = 'expired'
  }

/** Offers and accepts an exchange, which most later steps require. */
export const agreedExchange = (post: boolean): ExchangeAction[] => [
  offerExchange(1, true, post),
  endExchangeOffer(0, 'accepted'),
]
