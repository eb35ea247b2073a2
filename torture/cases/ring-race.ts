// Rings that share all their copies, answered at once: one of them is agreed, or none.
import { acceptRing, declineRing } from '#contract/exchanges/rings.ts'
import { call } from '#torture/client/call.ts'
import { makeMembers, makeRing, people } from '#torture/market/make-ring.ts'
import { countAnswers, countHolds, type Round } from './two-nodes.ts'

/** Of the racers: each answer locks what five people give, so that all others wait for it. */
const share = 1 / 4
/** Refusals that say that another ring was faster. */
const usual = ['200', '409 ring_over', '409 book_gone']

export const raceRings: Round = async (nodes, { settings, random }) => {
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
    if ((await countHolds(nodes.db, bookId)) > 1) faults.push('a copy is held twice')
  return { asked: answers.length, faults }
}
