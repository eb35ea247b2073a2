// Rings that share all their copies, answered at once: one of them is agreed, or none.
import { acceptRing, declineRing } from '#contract/exchanges/rings.ts'
import { insertExchange, insertParts } from '#server/exchanges/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { call } from '#torture/client/call.ts'
import { type Account, makeAccount, makeBook } from '#torture/market/make-market.ts'
import { countAnswers, countHolds, type Nodes, type Round } from './two-nodes.ts'

const people = 5
/** Of the racers: each answer locks what five people give, so that all others wait for it. */
const share = 1 / 4
const valuePaise = 20_000
const ringMs = 3_600_000
/** Refusals that say that another ring was faster. */
const usual = ['200', '409 ring_over', '409 book_gone']

type Member = { buyer: Account; seller: Account; bookId: string; wantId: string }

/** People of whom each wants what the one before gives. */
async function makeMembers({ db }: Nodes): Promise<Member[]> {
  const members: Member[] = []
  const name = newId().slice(-8)
  const titleOf = (number: number) => ({
    title: `Ringed ${name} ${number % people}`,
    author: 'Asha Patil',
  })
  for (let number = 0; number < people; number++) {
    const buyer = await makeAccount(db, 'buyer')
    const seller = await makeAccount(db, 'seller', buyer.personId)
    const bookId = await makeBook(db, seller, 1, {
      ...titleOf(number),
      ...{ price: valuePaise, open_to_exchange: true },
    })
    const wantId = newId()
    const title = titleOf(number + people - 1)
    await db
      .insertInto('wants')
      .values({
        ...{ id: wantId, person_id: buyer.personId, ...title, is_known: true, classes: [] },
        ...{ search_text: title.title.toLowerCase(), worst_condition: 'poor', most_on_top: 50_000 },
        created_at: new Date(),
      })
      .execute()
    members.push({ buyer, seller, bookId, wantId })
  }
  // The market itself proposes one ring to a person at a time; these are made by hand.
  await db.deleteFrom('exchange_arrivals').execute()
  return members
}

async function makeRing({ db }: Nodes, members: readonly Member[]): Promise<string> {
  const id = newId()
  const now = new Date()
  const [created_at, expires_at] = [now, new Date(now.getTime() + ringMs)]
  await transact(db, async (db) => {
    await insertExchange(db, { id, kind: 'ring', created_at, expires_at })
    await insertParts(db, id, {
      members: members.map(({ buyer, seller }) => ({
        ...{ personId: buyer.personId, buyerId: buyer.id, sellerId: seller.id, pays: 0 },
      })),
      legs: members.map(({ bookId }, at) => ({
        ...{ giver: at + 1, receiver: ((at + 1) % people) + 1, bookId, value: valuePaise },
        wantId: members[(at + 1) % people]?.wantId ?? '',
        ...{ handOver: 'meet' as const, km: 3 },
      })),
      payments: [],
    })
  })
  return id
}

export const raceRings: Round = async (nodes, { settings, random }) => {
  const members = await makeMembers(nodes)
  const rings: string[] = []
  for (let number = 0; number < (settings.racers * share) / people; number++)
    rings.push(await makeRing(nodes, members))
  const answers = await Promise.all(
    random
      .shuffle(rings.flatMap((exchangeId) => members.map((member) => ({ exchangeId, member }))))
      .map(({ exchangeId, member }, number) => {
        const by = random.chance(0.5) ? member.buyer : member.seller
        const endpoint = random.chance(0.05) ? declineRing : acceptRing
        return call(endpoint, { exchangeId }, by, nodes.node(number))
      }),
  )
  const odd = Object.keys(countAnswers(answers)).filter((answer) => !usual.includes(answer))
  const states = await nodes.db
    .selectFrom('exchanges')
    .select('agreed_at')
    .where('id', 'in', rings)
    .where('agreed_at', 'is not', null)
    .execute()
  const faults = odd.map((answer) => `answered ${answer}`)
  if (states.length > 1) faults.push(`${states.length} rings were agreed`)
  const orders = await nodes.db
    .selectFrom('orders')
    .select('id')
    .where('exchange_id', 'in', rings)
    .execute()
  if (orders.length !== states.length * people) faults.push(`${orders.length} orders`)
  for (const { bookId } of members)
    if ((await countHolds(nodes.db, bookId)) > 1) faults.push(`a copy is held twice`)
  return { asked: answers.length, faults }
}
