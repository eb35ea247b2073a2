// Short forms of what is lost most easily: a storm, chats and races; the long ones are
// `npm run torture`.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findPostgres } from '#bench/machine/postgres.ts'
import { root } from '#bench/machine/processes.ts'
import { newId } from '#server/platform/database/ids.ts'
import { chat } from '#torture/cases/chat.ts'
import { raceCases } from '#torture/cases/races.ts'
import { stormEmbedded } from '#torture/cases/storm.ts'
import { createLedger, textOf } from '#torture/client/ledger.ts'
import { brokenRules } from '#torture/machine/place.ts'
import { type StartedTorture, startTorture } from '#torture/machine/start-torture.ts'
import { makePair } from '#torture/market/make-market.ts'
import type { TortureCase } from './torture-case.ts'

// Whole servers are killed and started here, often beside other tests.
vi.setConfig({ testTimeout: 600_000 })

const settings = {
  ...{ seed: 'short', rounds: 1, rate: 50, pairs: 10, messages: 200, racers: 20, races: 1 },
}
const hasPostgres = findPostgres() !== undefined
const isBuilt = existsSync(path.join(root, 'build/server'))

describe.skipIf(!isBuilt)(isBuilt ? 'torture' : 'torture (skipped: no build/)', () => {
  let torture: StartedTorture
  const said: string[] = []
  async function expectNothingLost(one: TortureCase | undefined): Promise<void> {
    said.length = 0
    const [outcome] = (await one?.run(torture)) ?? []
    expect(outcome?.tried).toBeGreaterThan(0)
    expect(outcome?.lost, said.join('\n')).toBe(0)
  }
  beforeAll(async () => {
    torture = await startTorture(settings, (line) => said.push(line), inject('dataDir'))
  })
  afterAll(() => torture.close())

  test('the ledger finds what is gone, doubled, under another id, name or chat, and a deal without its order', async () => {
    await torture.withPlace('embedded', async (place) => {
      const faults = await place.withDatabase(async (db) => {
        const { buyer, seller, bookId, chatId } = await makePair(db, 1)
        const row = { chat_id: chatId, sender_model: 'Buyer', sender_id: buyer.id } as const
        const write = async (mark: string, number: number) => {
          const id = newId()
          const values = { ...row, id, number, body: mark, created_at: new Date() }
          await db
            .insertInto('messages')
            .values({ ...values, transport: 'http' })
            .execute()
          return id
        }
        const [mark, twice] = [textOf(randomUUID()), textOf(randomUUID())]
        const id = await write(mark, 1)
        const entry = { kind: 'message' as const, mark, id, by: buyer.id, chatId }
        const offer = { id: newId(), chat_id: chatId, made_by: 'buyer' as const, amount: 20_000 }
        const terms = { order_type: 'purchase' as const, hand_over: 'meet' as const }
        const times = { created_at: new Date(), expires_at: new Date(), settled_at: new Date() }
        await db
          .insertInto('offers')
          .values({ ...offer, ...terms, ...times, status: 'accepted', meeting_point: 'Gate' })
          .execute()
        const ledger = createLedger()
        ledger.add(entry)
        ledger.add({ ...entry, id: newId() })
        ledger.add({ ...entry, by: seller.id })
        ledger.add({ ...entry, chatId: bookId })
        ledger.add({ ...entry, mark: textOf(randomUUID()) })
        ledger.add({ ...entry, mark: twice, id: await write(twice, 2) })
        await write(twice, 3)
        ledger.add({ ...entry, kind: 'offer', mark: 'Gate', id: offer.id, status: 'accepted' })
        return ledger.check(db)
      })
      const words = / was called | is of | is in the chat | is gone$| 2 times$| has 0 orders$/
      expect(faults.map((fault) => words.exec(fault)?.[0])).toEqual([
        ...[' was called ', ' is of ', ' is in the chat ', ' is gone', ' 2 times', ' has 0 orders'],
      ])
      // Messages without their place in the count of their chat.
      expect(brokenRules(await place.verify())).toBeGreaterThan(0)
    })
  })

  test('a storm: what was acknowledged before and after a kill is there once', async () => {
    await expectNothingLost(stormEmbedded)
  })

  test('chats: each acknowledged message is there once, in one order for both', async () => {
    await expectNothingLost(chat)
  })

  test.runIf(hasPostgres).each(raceCases.map(({ name }) => name))('%s', async (name) => {
    await expectNothingLost(raceCases.find((one) => one.name === name))
  })
})
