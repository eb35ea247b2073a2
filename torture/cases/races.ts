// Many want the same copy at once, from two servers: one gets it. The same key twenty times: one
// thing is made, and all answers are the same.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sendMessage } from '#contract/chats.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { call } from '#torture/client/call.ts'
import {
  type Account,
  makeAccount,
  makeBook,
  makeChat,
  makePair,
} from '#torture/market/make-market.ts'
import type { TortureCase } from '#torture/torture-case.ts'
import { raceRings } from './ring-race.ts'
import { countHolds, differs, type Nodes, type Round, runRace } from './two-nodes.ts'

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const purchase = { ...delivery, orderType: 'purchase' }
const sameKeyCalls = 20

/** The same buyers in each round: making them takes longer than the race. */
function createRacers() {
  let people: Promise<{ seller: Account; buyers: Account[] }> | undefined
  const make = async ({ db }: Nodes, count: number) => ({
    seller: await makeAccount(db, 'seller'),
    buyers: await Promise.all(Array.from({ length: count }, () => makeAccount(db, 'buyer'))),
  })
  return async (nodes: Nodes, count: number) => {
    people ??= make(nodes, count)
    const { seller, buyers } = await people
    const bookId = await makeBook(nodes.db, seller, 1)
    const chats = await Promise.all(
      buyers.map(async (buyer) => ({
        buyer,
        chatId: await makeChat(nodes.db, buyer, seller, bookId),
      })),
    )
    return { seller, bookId, chats }
  }
}

const oneOf = (count: number, won: string) => ({ [won]: 1, '409 book_gone': count - 1 })

/** A word unless one copy is held, by one order: the one that was acknowledged, where it is known. */
async function soldOnce({ db }: Nodes, bookId: string, orderId?: string): Promise<string[]> {
  const held = await countHolds(db, bookId)
  const orders = await db.selectFrom('orders').select('id').where('book_id', '=', bookId).execute()
  const isOther = orderId !== undefined && orders[0]?.id !== orderId
  return [
    ...(held === 1 ? [] : [`${held} copies of one are held`]),
    ...(orders.length === 1 ? [] : [`${orders.length} orders were made`]),
    ...(isOther ? [`${orderId} was acknowledged, and is ${orders[0]?.id}`] : []),
  ]
}

function orderRace(): Round {
  const racers = createRacers()
  return async (nodes, { settings }) => {
    const { seller, bookId, chats } = await racers(nodes, settings.racers)
    const answers = await Promise.all(
      chats.map(({ chatId }, number) =>
        call(placeOrder, { ...purchase, chatId }, seller, nodes.node(number)),
      ),
    )
    const faults = [
      ...differs(answers, oneOf(chats.length, '201')),
      ...(await soldOnce(nodes, bookId, answers.find(({ status }) => status === 201)?.body._id)),
    ]
    return { asked: answers.length, faults }
  }
}

function acceptanceRace(): Round {
  const racers = createRacers()
  return async (nodes, { settings }) => {
    const { seller, bookId, chats } = await racers(nodes, settings.racers)
    const terms = { orderType: 'purchase', amount: 200, handOver: 'meet' as const }
    const items = [{ bookId, copies: 1 }]
    const made = await Promise.all(
      chats.map(({ buyer, chatId }, number) =>
        call(makeOffer, { ...terms, items, chatId }, buyer, nodes.node(number)),
      ),
    )
    const answers = await Promise.all(
      made.map(({ body }, number) =>
        call(acceptOffer, { offerId: body._id }, seller, nodes.node(number + 1)),
      ),
    )
    const faults = [
      ...differs(made, { '201': chats.length }),
      ...differs(answers, oneOf(chats.length, '200')),
      ...(await soldOnce(nodes, bookId)),
    ]
    return { asked: made.length + answers.length, faults }
  }
}

const sameKey: Round = async (nodes) => {
  const { buyer, seller, bookId, chatId } = await makePair(nodes.db, sameKeyCalls)
  const key = randomUUID()
  const numbers = Array.from({ length: sameKeyCalls }, (_, number) => number)
  const options = (number: number) => ({ ...nodes.node(number), key })
  const offer = {
    ...{ chatId, orderType: 'purchase', amount: 200, items: [{ bookId, copies: 1 }] },
    handOver: 'meet' as const,
  }
  const groups = await Promise.all([
    Promise.all(numbers.map((n) => call(placeOrder, { ...purchase, chatId }, seller, options(n)))),
    Promise.all(numbers.map((n) => call(makeOffer, offer, buyer, options(n)))),
    Promise.all(
      numbers.map((n) => call(sendMessage, { chatId, message: 'Once' }, buyer, options(n))),
    ),
  ])
  const faults = groups.flatMap((answers) => [
    ...differs(answers, { '201': sameKeyCalls }),
    ...(new Set(answers.map(({ body }) => body._id)).size === 1 ? [] : ['several were made']),
  ])
  for (const table of ['orders', 'offers'] as const) {
    const rows = await nodes.db
      .selectFrom(table)
      .select('id')
      .where('chat_id', '=', chatId)
      .execute()
    const made = groups[table === 'orders' ? 0 : 1][0]?.body._id
    if (rows.length !== 1 || rows[0]?.id !== made) faults.push(`${rows.length} ${table} are there`)
  }
  const sent = nodes.db.selectFrom('messages').select('id').where('chat_id', '=', chatId)
  const rows = await sent.where('body', '=', 'Once').execute()
  if (rows.length !== 1) faults.push(`${rows.length} messages are there`)
  // An order's answer also shows what its chat's other side does meanwhile; a message never changes.
  const [, , messages] = groups
  if (!messages.every(({ body }) => isDeepStrictEqual(body, messages[0]?.body)))
    faults.push('the answers differ')
  return { asked: numbers.length * groups.length, faults }
}

const races = (name: string, title: string, createRound: () => Round): TortureCase => ({
  name,
  run: async (torture) => {
    if (!torture.hasPostgres) return []
    const test = title.replace('N', String(torture.settings.racers))
    return [await runRace(torture, test, createRound())]
  },
})

export const raceCases: readonly TortureCase[] = [
  races('race-orders', 'N orders at once for one copy', orderRace),
  races('race-acceptances', 'N acceptances at once for one copy', acceptanceRace),
  races('race-rings', 'answers at once to rings that share copies', () => raceRings),
  races('race-keys', `the same Idempotency-Key × ${sameKeyCalls}, at once`, () => sameKey),
]
