import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everything, type NotedChanges } from '#server/platform/cache/changes.ts'
import { testApp } from '#server/testing.ts'
import { transactNotifying } from './row-changes.ts'

/** What a transaction announces, in order. */
async function listenToCommit(work: Parameters<typeof transactNotifying>[1]) {
  const { db } = (await testApp()).context
  const told: (NotedChanges | string)[] = []
  await transactNotifying(db, work, {
    expectCommit: () => {
      told.push('expected')
      return () => void told.push('taken back')
    },
    onChange: (noted) => void told.push(noted),
  }).catch((error: Error) => told.push(error.message))
  return told
}

test('a commit that fails is expected no longer, and may have changed everything', async () => {
  const told = await listenToCommit(async (db) => {
    await sql`create temp table numbers (n integer unique deferrable initially deferred)
      on commit drop`.execute(db)
    await sql`insert into numbers values (1), (1)`.execute(db)
  })
  expect(told).toEqual([
    'expected',
    'taken back',
    everything,
    expect.stringContaining('duplicate key'),
  ])
})

test('nothing is expected of a transaction that only reads', async () => {
  expect(await listenToCommit((db) => sql`select 1`.execute(db))).toEqual([])
})
