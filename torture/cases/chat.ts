// Chats while servers are killed and connections are cut; people who were away; and people with two
// accounts who change between them while messages are on their way.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Message } from '#contract/chats.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type CallCounts, newCounts } from '#torture/client/call.ts'
import { type Chatter, createChatter } from '#torture/client/chatter.ts'
import { brokenRules, type Place } from '#torture/machine/place.ts'
import type { Server } from '#torture/machine/server.ts'
import { makePairs } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'

const copies = 1
/** Messages that come while somebody is away: more than the server gives at once. */
const missedShare = 0.05
const liveMessages = 10
const patienceMs = 60_000

type Stored = { id: string; chat_id: string; number: number; sender_id: string | null }

const readStored = (db: Kysely<Tables>): Promise<Stored[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'chat_id', 'number', 'sender_id'])
    .orderBy('chat_id')
    .orderBy('number')
    .execute()

/** A word for each message of these people that isn't there once, in one order for both. */
function faultsOf(chatters: readonly Chatter[], stored: readonly Stored[]): string[] {
  const faults: string[] = []
  const byChat = Map.groupBy(stored, ({ chat_id }) => chat_id)
  const byId = new Map(stored.map((row) => [row.id, row]))
  const acknowledged = chatters.flatMap((chatter) => chatter.acknowledged)
  if (new Set(acknowledged.map(({ _id }) => _id)).size < acknowledged.length)
    faults.push('two messages were acknowledged as the same one')
  for (const { account, chatId, acknowledged, seen, clashes } of chatters) {
    const rows = byChat.get(chatId) ?? []
    if (rows.some(({ number }, at) => number !== at + 1)) faults.push(`${chatId} has a gap`)
    for (const { _id, number } of acknowledged) {
      const row = byId.get(_id)
      if (!row || row.number !== number) faults.push(`${_id} is gone, or elsewhere`)
      else if (row.sender_id !== account.id) faults.push(`${_id} is under another name`)
    }
    const numbers = acknowledged.map(({ number }) => number)
    if (numbers.some((number, at) => at > 0 && number < (numbers[at - 1] ?? 0)))
      faults.push(`${account.id}'s messages are out of their order`)
    const unseen = rows.filter(({ id, number }) => seen.get(number) !== id)
    if (unseen.length > 0) faults.push(`${account.id} doesn't see ${unseen.length} messages`)
    if (seen.size !== rows.length) faults.push(`${account.id} sees ${seen.size} of ${rows.length}`)
    if (clashes() > 0) faults.push(`${clashes()} numbers named two messages`)
  }
  // Each message of these tests was sent once, so that as many are stored as were acknowledged.
  const theirs = new Set(chatters.map(({ chatId }) => chatId))
  const surplus = stored.filter(({ chat_id }) => theirs.has(chat_id)).length - acknowledged.length
  if (surplus > 0) faults.push(`${surplus} messages are there that nobody was told of`)
  return faults
}

async function sendUnderKills(
  chatters: readonly Chatter[],
  server: Server,
  { settings, random, say }: Torture,
): Promise<void> {
  const { messages, rounds } = settings
  let begun = 0
  let acknowledged = 0
  let kills = 0
  let killing = Promise.resolve()
  const killWhenDue = () => {
    if (kills >= rounds || acknowledged < ((kills + 0.5) * messages) / rounds) return
    kills++
    killing = killing.then(async () => {
      await server.kill()
      await server.start()
      say(`kill ${kills}: ${acknowledged} acknowledged`)
    })
  }
  await Promise.all(
    chatters.map(async (chatter) => {
      while (begun < messages) {
        begun++
        await chatter.send()
        acknowledged++
        killWhenDue()
        if (random.chance(0.01)) random.pick(chatters).cut()
      }
    }),
  )
  await killing
}

/** Where nothing is wrong, each message is heard by the other side without asking for it. */
async function missedLive([one, other]: readonly [Chatter, Chatter]): Promise<string[]> {
  const sent: Message[] = []
  for (let number = 0; number < liveMessages; number++) sent.push(await one.send())
  const missed = () => sent.filter(({ _id }) => !other.heard.has(_id)).length
  for (const end = performance.now() + patienceMs; missed() > 0 && performance.now() < end; )
    await sleep(5)
  return missed() > 0 ? [`${missed()} of ${sent.length} messages weren't heard live`] : []
}

async function outcome(
  place: Place,
  test: string,
  chatters: readonly Chatter[],
  counts: CallCounts,
  { say }: Torture,
  note: string,
): Promise<Outcome> {
  const faults = faultsOf(chatters, await place.withDatabase(readStored))
  const broken = await place.verify()
  for (const line of [...faults, ...broken, ...counts.faults]) say(line)
  const tried = chatters.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const lost = faults.length + brokenRules(broken) + counts.faults.length
  return { test, tried, survived: Math.max(0, tried - faults.length), lost, note }
}

const kindOf = ({ hasPostgres }: Torture) => (hasPostgres ? 'postgresql' : 'embedded')

const run = (torture: Torture): Promise<Outcome[]> =>
  torture.withPlace(kindOf(torture), async (place) => {
    const { settings, say } = torture
    const pairs = await place.withDatabase((db) =>
      makePairs(db, Math.ceil(settings.pairs / 5), copies),
    )
    const server = await place.server()
    await server.start()
    const counts = newCounts()
    const chatters = pairs.flatMap(({ buyer, seller, chatId }) =>
      [buyer, seller].map((account) =>
        createChatter({ port: server.port, account, chatId, counts }),
      ),
    )
    await Promise.all(chatters.map((chatter) => chatter.connect()))
    await sendUnderKills(chatters, server, torture)
    // Whoever's connection came back reads by itself; those whose read was cut read again.
    await Promise.all(chatters.map((chatter) => chatter.catchUp()))

    const [away, here] = chatters as [Chatter, Chatter]
    counts.faults.push(...(await missedLive([here, away])))
    away.disconnect()
    const missed = Math.ceil(settings.messages * missedShare)
    for (let number = 0; number < missed; number++) await here.send()
    const start = performance.now()
    const target = here.acknowledged.at(-1)?.number ?? 0
    await away.connect()
    while (!away.seen.has(target) && performance.now() < start + patienceMs) await sleep(5)
    const seconds = ((performance.now() - start) / 1000).toFixed(2)
    say(`${missed} missed messages were there after ${seconds} s`)
    for (const chatter of chatters) chatter.disconnect()
    await server.stop()
    const note = `${chatters.length} people; ${counts.repeated} sent again; ${missed} missed while away: there ${seconds} s after coming back`
    const test = `chat: ${settings.rounds} × kill -9 and cut connections`
    return [await outcome(place, test, chatters, counts, torture, note)]
  })

export const chat: TortureCase = { name: 'chat', run }
