// Rings that share all their copies, answered at once: one of them is agreed, or none. And rings that
// share one person, who says the last yes to all of them at once: one is agreed.
import { acceptRing, declineRing } from '#contract/exchanges/rings.ts'
import { newId } from '#server/platform/database/ids.ts'
import { type Answer, call } from '#torture/client/call.ts'
import type { Account } from '#torture/market/make-market.ts'
import { type Member, makeMembers, makeRing, people } from '#torture/market/make-ring.ts'
import { countAnswers, countHolds, type Nodes, type Round } from './two-nodes.ts'

/** Of the racers: each answer locks what five people give, so that all others wait for it. */
const share = 1 / 4
const fewestRings = 4
/** Refusals that say that another ring was faster. */
const usual = ['200', '409 ring_over', '409 book_gone']

const oddAnswers = (answers: readonly Answer[]): string[] =>
  Object.keys(countAnswers(answers))
    .filter((answer) => !usual.includes(answer))
    .map((answer) => `answered ${answer}`)

/** Ends those that still wait for answers: the market leaves nobody in two of them. */
const endAll = (nodes: Nodes, rings: readonly string[], by: Account) =>
  Promise.all(
    rings.map((exchangeId, number) => call(declineRing, { exchangeId }, by, nodes.node(number))),
  )

const raceAllCopies: Round = async (nodes, { settings, random }) => {
  const members = await makeMembers(nodes.db)
  const rings: string[] = []
  for (let number = 0; number < (settings.racers * share) / people; number++)
    rings.push(await makeRing(nodes.db, members))
  const answers = await Promise.all(
    random
      .shuffle(rings.flatMap((exchangeId) => members.map((member) => ({ exchangeId, member }))))
      .map(({ exchangeId, member }, number) => {
        const by = random.chance(0.5) ? member.buyer : member.seller
        const endpoint = random.chance(0.05) ? declineRing : acceptRing
        return call(endpoint, { exchangeId }, by, nodes.node(number))
      }),
  )
  const faults = oddAnswers(answers)
  const { agreed, orders } = await readRings(nodes, rings)
  if (agreed.length > 1) faults.push(`${agreed.length} rings were agreed`)
  if (orders !== agreed.length * people) faults.push(`${orders} orders`)
  for (const { bookId } of members)
    if ((await countHolds(nodes.db, bookId)) > 1) faults.push('a copy is held twice')
  if (members[0]) await endAll(nodes, rings, members[0].buyer)
  return { asked: answers.length, faults }
}

/** The market looks at these people too, and may end all their rings before the last yes. */
const maxTries = 5

const raceLastYes: Round = async (nodes, torture) => {
  for (let tries = 1; ; tries++) {
    const { isRaced, asked, faults } = await tryLastYes(nodes, torture)
    if (isRaced || faults.length > 0) return { asked, faults }
    if (tries === maxTries) return { asked, faults: ['no ring waited for the last yes'] }
  }
}

async function tryLastYes(nodes: Nodes, { settings, random }: Parameters<Round>[1]) {
  const name = newId().slice(-8)
  const all = [await makeMembers(nodes.db, name)]
  const [first] = all[0] as [Member]
  const count = Math.max(fewestRings, (settings.racers * share) / people)
  while (all.length < count) all.push(await makeMembers(nodes.db, name, first))
  const rings: string[] = []
  for (const members of all) rings.push(await makeRing(nodes.db, members))
  const ready = await Promise.all(
    all.flatMap((members, at) =>
      members
        .slice(1)
        .map(({ buyer }, number) =>
          call(acceptRing, { exchangeId: rings[at] ?? '' }, buyer, nodes.node(number)),
        ),
    ),
  )
  const answers = await Promise.all(
    random
      .shuffle(
        rings.flatMap((exchangeId) =>
          [first.buyer, first.seller].map((by) => ({ exchangeId, by })),
        ),
      )
      .map(({ exchangeId, by }, number) =>
        call(acceptRing, { exchangeId }, by, nodes.node(number)),
      ),
  )
  const { agreed, orders } = await readRings(nodes, rings)
  const told = answers.filter(({ status }) => status === 200).map(({ body }) => body._id)
  const faults = oddAnswers([...ready, ...answers])
  const isRaced = told.length > 0
  if (agreed.length !== (isRaced ? 1 : 0))
    faults.push(`${agreed.length} rings were agreed by the last yes`)
  if (agreed.some((id) => !told.includes(id))) faults.push('nobody was told of the agreed ring')
  if (orders !== agreed.length * people) faults.push(`${orders} orders`)
  if (isRaced && (await countHolds(nodes.db, first.bookId)) !== 1)
    faults.push('the copy isn’t held once')
  await endAll(nodes, rings, first.buyer)
  return { isRaced, asked: ready.length + answers.length, faults }
}

/** Which are agreed, how many are open still, and the orders of all. */
async function readRings({ db }: Nodes, rings: readonly string[]) {
  const states = await db
    .selectFrom('exchanges')
    .select(['id', 'agreed_at', 'ended_at'])
    .where('id', 'in', rings)
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('exchange_id', 'in', rings)
    .execute()
  return {
    agreed: states.filter(({ agreed_at }) => agreed_at).map(({ id }) => id),
    open: states.filter(({ agreed_at, ended_at }) => !agreed_at && !ended_at).length,
    orders: orders.length,
  }
}

export const raceRings: Round = async (nodes, torture) => {
  const rounds = [await raceAllCopies(nodes, torture), await raceLastYes(nodes, torture)]
  return {
    asked: rounds.reduce((sum, { asked }) => sum + asked, 0),
    faults: rounds.flatMap(({ faults }) => faults),
  }
}
