import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { otherApp, testApp } from '#server/testing.ts'
import { transact } from './database.ts'

const db = async () => (await testApp()).parts.db

test('however many queries wait, the event loop turns between them', async () => {
  const store = await db()
  let done = 0
  const turns: number[] = []
  const watch = setInterval(() => turns.push(done), 1)
  const queries = Array.from({ length: 2000 }, () =>
    sql`select 1`.execute(store).then(() => done++),
  )
  await Promise.all(queries)
  clearInterval(watch)
  expect(turns.filter((count) => count > 0 && count < 2000).length).toBeGreaterThan(5)
})

/** A transaction that PostgreSQL ends with this state so many times before it lets it through; gives how often it was tried. */
async function tried(state: string, times: number): Promise<{ tries: number; result: unknown }> {
  let tries = 0
  const work = transact(await db(), async (db) => {
    if (++tries <= times)
      await sql`do ${sql.raw(`$$ begin raise exception 'in the way' using errcode = '${state}'; end $$`)}`.execute(
        db,
      )
    return 'done'
  })
  const result = await work.catch((error: { code: string }) => error.code)
  return { tries, result }
}

test.each([
  ['40P01', 1, 2, 'done'],
  ['40001', 2, 3, 'done'],
  ['40P01', 3, 3, '40P01'],
  ['23505', 1, 1, '23505'],
] as const)(
  'a transaction that ends with %s %i times is tried %i times',
  async (state, times, tries, result) => {
    expect(await tried(state, times)).toEqual({ tries, result })
  },
)

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the embedded database makes its checkpoints while it is open',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { parts } = await otherApp()
    const last = async () =>
      (
        await sql<{ lsn: string }>`select redo_lsn::text lsn from pg_control_checkpoint()`.execute(
          parts.db,
        )
      ).rows[0]?.lsn
    const before = await last()
    await sql`create table written_between (number integer)`.execute(parts.db)
    vi.advanceTimersByTime(300_000)
    await parts.jobs.idle()
    expect(await last()).not.toBe(before)
  },
)
