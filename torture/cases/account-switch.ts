// Somebody with a buyer and a seller account changes between them while messages are on their way:
// each message is under its own sender, or nowhere.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { logOut } from '#contract/accounts/auth.ts'
import { sendMessage } from '#contract/chats.ts'
import { send } from '#torture/client/call.ts'
import { brokenRules } from '#torture/machine/place.ts'
import { type Account, makeAccount, makeBook, makeChat } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'

const messagesEach = 10

const run = (torture: Torture): Promise<Outcome[]> =>
  torture.withPlace(torture.hasPostgres ? 'postgresql' : 'embedded', async (place) => {
    const { settings, random, say } = torture
    /** Each with a chat as the buyer and one as the seller. */
    const people = await place.withDatabase(async (db) => {
      const other = {
        buyer: await makeAccount(db, 'buyer'),
        seller: await makeAccount(db, 'seller'),
      }
      const made = []
      for (let number = 0; number < settings.pairs; number++) {
        const buyer = await makeAccount(db, 'buyer')
        const seller = await makeAccount(db, 'seller', buyer.personId)
        const bought = await makeBook(db, other.seller, 1)
        const sold = await makeBook(db, seller, 1)
        made.push({
          first: { account: buyer, chatId: await makeChat(db, buyer, other.seller, bought) },
          second: { account: seller, chatId: await makeChat(db, other.buyer, seller, sold) },
        })
      }
      return made
    })
    const server = await place.server()
    await server.start()
    const options = { port: () => server.port }
    const marks = new Map<string, string>()
    const answers = { stored: 0, refused: 0 }
    const acknowledged = new Set<string>()
    const odd: string[] = []
    const post = async (by: Account, chatId: string, expected: readonly number[], as = by) => {
      const clientId = randomUUID()
      marks.set(clientId, by.id)
      const input = { chatId, message: 'On its way', clientId }
      const answer = await send(sendMessage, input, as, options).catch(() => undefined)
      const { status = 0, code } = answer ?? {}
      if (status === 201) acknowledged.add(clientId)
      answers[status === 201 ? 'stored' : 'refused']++
      if (!expected.includes(status)) odd.push(`answered ${status} ${code} instead of ${expected}`)
    }
    await Promise.all(
      people.map(async ({ first, second }) => {
        const inFlight: Promise<void>[] = []
        for (let number = 0; number < messagesEach; number++)
          inFlight.push(post(first.account, first.chatId, [201, 401]))
        await sleep(random.integer(0, 30))
        // The first account ends; what was left of it is tried under the second, as a fault would.
        inFlight.push(send(logOut, {}, first.account, options).then(() => {}))
        for (let number = 0; number < messagesEach; number++) {
          inFlight.push(post(second.account, second.chatId, [201]))
          inFlight.push(post(first.account, first.chatId, [403, 404], second.account))
        }
        await Promise.all(inFlight)
      }),
    )
    await server.stop()
    const stored = await place.withDatabase((db) =>
      db
        .selectFrom('messages')
        .select(['client_id', 'sender_id'])
        .where('client_id', 'is not', null)
        .execute(),
    )
    const wrong = stored.filter(
      ({ client_id, sender_id }) => marks.get(client_id ?? '') !== sender_id,
    )
    const ids = stored.map(({ client_id }) => client_id ?? '')
    const gone = [...acknowledged].filter((id) => !ids.includes(id))
    for (const id of ids) if (!acknowledged.has(id)) odd.push(`${id} is there though refused`)
    const broken = await place.verify()
    for (const line of [...broken, ...odd]) say(line)
    const lost = odd.length + wrong.length + gone.length + (ids.length - new Set(ids).size)
    return [
      {
        test: 'accounts changed with messages in flight',
        tried: acknowledged.size,
        survived: acknowledged.size - gone.length - wrong.length,
        lost: lost + brokenRules(broken),
        note: `${answers.stored} stored under their own sender, ${answers.refused} refused after the change`,
      },
    ]
  })

export const accountSwitch: TortureCase = { name: 'account-switch', run }
