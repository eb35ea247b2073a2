// Runs all cases in their smallest form. `npm run chaos` runs the long form.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { findPostgres } from '#bench/machine/postgres.ts'
import { pgliteDatabase } from '#server/platform/database/database.ts'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { newId } from '#server/platform/database/ids.ts'
import { CaseRecord, check } from './acknowledged.ts'
import { type MarketKind, makePairs } from './market.ts'
import { root } from './processes.ts'
import { cases, runCases } from './run-cases.ts'

// These tests kill and start whole servers, often while other tests run.
vi.setConfig({ testTimeout: 600_000 })

const size = {
  pairs: 6,
  writesPerSecond: 100,
  kills: 1,
  outages: 1,
  writes: 20,
  outageMs: 300,
  fullDiskMs: 300,
  stride: 20,
  buyers: 20,
  rounds: 1,
  messages: 100,
}
const isBuilt = existsSync(path.join(root, 'build/server'))

test('missing, changed and doubled writes and broken rules are found', async () => {
  const snapshot = new Blob([await readFile(inject('snapshot'))])
  const { db, close } = pgliteDatabase(await openPGlite({ snapshot }))
  const record = new CaseRecord('found')
  const [{ buyer, seller, chatId } = expect.fail()] = await makePairs(db, 1, 1)
  const [right, changed, doubled, gone] = Array.from({ length: 4 }, () => record.newMark())
  const rows = [right, changed, doubled, doubled].map((body = '', at) => ({
    id: newId(),
    chat_id: chatId,
    number: at + 1,
    body,
    sender_id: buyer.id,
    sender_model: 'Buyer' as const,
    transport: 'http' as const,
    created_at: new Date(),
  }))
  await db.insertInto('messages').values(rows).execute()
  for (const [at, mark = ''] of [right, changed, doubled, gone].entries())
    record.acknowledge({
      mark,
      id: rows[at]?.id ?? '',
      chatId,
      by: mark === changed ? seller.id : buyer.id,
    })
  const result = await check(db, record)
  await close()
  expect(result).toMatchObject({ lost: 2, doubled: 1 })
  // The rules are broken because these rows were inserted without updating the chat's counters.
  expect(result.problems.some((problem) => problem.startsWith('broken: '))).toBe(true)
})

test.runIf(isBuilt)('nothing is lost or doubled', async () => {
  const expectNothingLost = async (kind: MarketKind) => {
    const chosen = cases.filter(({ market }) => market === kind)
    for await (const row of runCases(chosen, size, inject('dataDir')))
      expect(row).toMatchObject({ lost: 0, doubled: 0, problems: [] })
  }
  const kinds: MarketKind[] = findPostgres() ? ['embedded', 'PostgreSQL'] : ['embedded']
  await Promise.all(kinds.map(expectNothingLost))
})
