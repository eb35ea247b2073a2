// Short forms of what is lost most easily: a storm, chats and races; the long ones are
// `npm run torture`.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findPostgres } from '#bench/machine/postgres.ts'
import { root } from '#bench/machine/processes.ts'
import { newId } from '#server/platform/database/ids.ts'
import { chat } from '#torture/cases/chat.ts'
import { raceCases } from '#torture/cases/races.ts'
import { stormEmbedded } from '#torture/cases/storm.ts'
import { createLedger } from '#torture/client/ledger.ts'
import { type StartedTorture, startTorture } from '#torture/machine/start-torture.ts'
import { makePair } from '#torture/market/make-market.ts'
import type { TortureCase } from './torture-case.ts'

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
    expect({ lost: outcome?.lost, said }).toMatchObject({ lost: 0 })
  }
  beforeAll(async () => {
    torture = await startTorture(settings, (line) => said.push(line), inject('dataDir'))
  })
  afterAll(() => torture.close())

  test('the ledger finds what is gone, under another id, and under another name', async () => {
    await torture.withPlace('embedded', async (place) => {
      const faults = await place.withDatabase(async (db) => {
        const { buyer, seller, chatId } = await makePair(db, 1)
        const [id, mark] = [newId(), randomUUID()]
        const row = { id, chat_id: chatId, number: 1, body: 'Hello', client_id: mark }
        const from = {
          sender_model: 'Buyer' as const,
          sender_id: buyer.id,
          transport: 'http' as const,
        }
        await db
          .insertInto('messages')
          .values({ ...row, ...from, created_at: new Date() })
          .execute()
        const ledger = createLedger()
        const entry = { kind: 'message' as const, mark, id, by: buyer.id }
        ledger.add(entry)
        ledger.add({ ...entry, id: newId() })
        ledger.add({ ...entry, by: seller.id })
        ledger.add({ ...entry, mark: randomUUID() })
        return ledger.check(db)
      })
      expect(faults.map((fault) => / was called | is of | is gone$/.exec(fault)?.[0])).toEqual([
        ' was called ',
        ' is of ',
        ' is gone',
      ])
      // A message without its place in the count of its chat.
      expect(await place.verify()).not.toEqual([])
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
