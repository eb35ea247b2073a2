import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import { testApp } from '#server/testing.ts'
import { TransactionTooLong, transact } from './database.ts'

test('a transaction that never ends is rolled back, and others continue', async () => {
  const { db } = (await testApp()).context
  let statements = 0
  const endless = transact(
    db,
    async (db) => {
      await sql`create table kept_open (id integer)`.execute(db)
      for (;;) {
        await sql`select 1`.execute(db)
        statements++
      }
    },
    300,
  )
  await expect(endless).rejects.toBeInstanceOf(TransactionTooLong)
  const atEnd = statements
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await wait(50)
  expect(statements).toBe(atEnd)
  const { rows } = await sql`select to_regclass('kept_open') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})

test('a transaction that waits for anything but the database fails', async () => {
  const { db } = (await testApp()).context
  const stuck = transact(db, () => new Promise<never>(() => {}), 100)
  expect(toAppError(await stuck.catch((error: unknown) => error)).code).toBe('unavailable')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('the time before a transaction starts isn’t counted', async () => {
  const { db } = (await testApp()).context
  const one = () => transact(db, () => wait(120), 300)
  await Promise.all(Array.from({ length: 4 }, one))
})
