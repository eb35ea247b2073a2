import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { otherApp, testApp } from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'
import { transact } from './database.ts'

const db = async () => (await testApp()).context.db

test.runIf(isLong)('many waiting queries don’t block the event loop', async () => {
  const database = await db()
  let done = 0
  const doneAtTicks: number[] = []
  const timer = setInterval(() => doneAtTicks.push(done), 1)
  const queries = Array.from({ length: 2000 }, () =>
    sql`select 1`.execute(database).then(() => done++),
  )
  await Promise.all(queries)
  clearInterval(timer)
  expect(doneAtTicks.filter((count) => count > 0 && count < 2000).length).toBeGreaterThan(5)
})

/**
 * Runs a transaction that fails the given number of times with this SQL state. Counts the attempts.
 */
async function failAndRetry(
  state: string,
  times: number,
): Promise<{ attempts: number; result: unknown }> {
  let attempts = 0
  const work = transact(await db(), async (db) => {
    if (++attempts <= times)
      await sql`do ${sql.raw(`$$ begin raise exception 'in the way' using errcode = '${state}'; end $$`)}`.execute(
        db,
      )
    return 'done'
  })
  const result = await work.catch((error: { code: string }) => error.code)
  return { attempts, result }
}

test.each([
  ['40P01', 1, 2, 'done'],
  ['40001', 2, 3, 'done'],
  ['40P01', 3, 3, '40P01'],
  ['23505', 1, 1, '23505'],
] as const)(
  'a transaction that fails with %s %i times runs %i times',
  async (state, times, attempts, result) => {
    expect(await failAndRetry(state, times)).toEqual({ attempts, result })
  },
)

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the embedded database makes checkpoints while it is open',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { context } = await otherApp({ hasTimedJobs: true })
    const lastCheckpoint = async () =>
      (
        await sql<{ lsn: string }>`select redo_lsn::text lsn from pg_control_checkpoint()`.execute(
          context.db,
        )
      ).rows[0]?.lsn
    const before = await lastCheckpoint()
    await sql`create table written_between (number integer)`.execute(context.db)
    vi.advanceTimersByTime(300_000)
    await context.jobs.idle()
    expect(await lastCheckpoint()).not.toBe(before)
  },
)
