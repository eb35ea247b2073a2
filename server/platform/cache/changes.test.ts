import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing.ts'
import { type Change, createChanges, unknownChange } from './changes.ts'
import { commitChanges } from './commit.ts'

/** Records what a transaction announces to this process's caches, and its error. */
async function recordChanges(
  topics: Parameters<typeof commitChanges>[1],
  work: Parameters<typeof commitChanges>[2],
) {
  const { context } = await testApp()
  const heard: (Change | string)[] = []
  const changes = { ...context.changes, apply: (change: Change) => void heard.push(change) }
  await commitChanges({ ...context, changes }, topics, work).catch((error: Error) =>
    heard.push(error.message),
  )
  return heard
}

test('a failed commit counts as a change of everything', async () => {
  const heard = await recordChanges(['books'], async (db) => {
    await sql`create temp table numbers (n integer unique deferrable initially deferred)
      on commit drop`.execute(db)
    await sql`insert into numbers values (1), (1)`.execute(db)
  })
  expect(heard).toEqual([unknownChange, expect.stringContaining('duplicate key')])
})

test('other processes apply a notification, and its sender ignores it', () => {
  const outdated: unknown[] = []
  const cache = { outdate: (topics: unknown) => void outdated.push(topics) }
  const [here, elsewhere] = [createChanges(cache), createChanges(cache)]
  const notification = here.toNotification({ topics: ['books'], by: '127.0.0.9' })
  here.applyNotification(notification)
  expect(outdated).toEqual([])
  elsewhere.applyNotification(notification)
  expect([outdated, elsewhere.isWriter('127.0.0.9'), here.isWriter('127.0.0.9')]).toEqual([
    [['books']],
    true,
    false,
  ])
})
