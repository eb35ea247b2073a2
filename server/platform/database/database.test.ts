import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { otherApp, testApp } from '#server/testing.ts'
import { transact } from './database.ts'

const db = async () => (await testApp()).context.db

/** Runs a transaction that fails this many times with this SQL state. Counts the attempts. */
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
  'the embedded database writes checkpoints while it is open',
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

test.skipIf(process.env.TEST_DATABASE_URL)(
  'counts requests that wait for the embedded connection',
  async () => {
    const { db, waiting } = (await testApp()).context.database
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const running = [
      db.transaction().execute(() => end),
      ...Array.from({ length: 4 }, () => sql`select 1`.execute(db)),
    ]
    await expect.poll(waiting).toBe(4)
    resolve()
    await Promise.all(running)
    expect(waiting()).toBe(0)
  },
)
