import { beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { testApp } from '#server/testing.ts'
import {
  consumeQuota,
  deleteExpiredUses,
  deleteUses,
  findUses,
  insertUses,
  type Quota,
} from './quotas.ts'

const quota: Quota = { max: 3, seconds: 60, code: 'too_many_exports' }
const start = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

async function consume(key: string, now: Date, count?: number): Promise<number | undefined> {
  const { db } = (await testApp()).context
  try {
    await transact(db, (db) => consumeQuota(db, { key, quota, ...(count && { count }) }, now))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe(quota.code)
    return error.retryAfter
  }
}

beforeAll(() => testApp())

test('a use is allowed again when the oldest one leaves the window', async () => {
  const key = `test ${newId()}`
  expect(await consume(key, start)).toBeUndefined()
  expect(await consume(key, after(10))).toBeUndefined()
  expect(await consume(key, after(20))).toBeUndefined()
  expect(await consume(key, after(30))).toBe(30)
  expect(await consume(`${key} of somebody else`, after(30))).toBeUndefined()
  expect(await consume(key, after(60))).toBeUndefined()
  expect(await consume(key, after(60))).toBe(10)
})

test('a use with a future time blocks nobody for longer than the window', async () => {
  const { db } = (await testApp()).context
  const key = `test ${newId()}`
  const use = { key, seconds: quota.seconds }
  const insertUseAt = (now: Date) => insertUses(db, [{ ...use, id: newId() }], now)
  for (let count = 0; count < quota.max; count++) await insertUseAt(after(365 * 86_400))
  expect(await consume(key, start)).toBeUndefined()
  for (let count = 0; count < quota.max; count++) await insertUseAt(after(30))
  expect(await consume(key, start)).toBe(60)
})

test('several uses together need room for all, or none is counted', async () => {
  const key = `test ${newId()}`
  expect(await consume(key, start, 2)).toBeUndefined()
  expect(await consume(key, after(1), 2)).toBe(59)
  expect(await consume(key, after(1))).toBeUndefined()
})

test('concurrent uses can’t exceed the quota', async () => {
  const key = `test ${newId()}`
  const waits = await Promise.all(Array.from({ length: 20 }, () => consume(key, start)))
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(quota.max)
})

test('an action is taken back under all its keys, and deleted when expired', async () => {
  const { db } = (await testApp()).context
  const [narrow, wide] = [`test ${newId()}`, `test ${newId()}`]
  const both = (id: string, seconds: number) => [narrow, wide].map((key) => ({ id, key, seconds }))
  await insertUses(db, both(newId(), 60), start)
  await insertUses(db, [{ id: newId(), key: wide, seconds: 60 }], start)
  const times = (key: string) => findUses(db, [key], quota, after(1))
  expect([await times(narrow), await times(wide)]).toEqual([[start], [start, start]])
  await deleteUses(db, [narrow])
  expect([await times(narrow), await times(wide)]).toEqual([[], [start]])
  await deleteExpiredUses(db, after(59))
  expect(await times(wide)).toEqual([start])
  await deleteExpiredUses(db, after(60))
  expect(await times(wide)).toEqual([])
})
