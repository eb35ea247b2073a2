import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { withLogFields } from '#server/platform/operations/log-fields.ts'
import { pgliteDatabase } from './database.ts'
import { createStatementWatch, slowLinesPerMinute } from './statement-watch.ts'

const pglite = await openPGlite({
  snapshot: new Blob([await readFile(inject('emptySnapshot'))]),
})
afterAll(pglite.close)

function watchWith(slowMs: number) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const watch = createStatementWatch({ log, slowMs })
  const value = async (name: string) => {
    const metric = watch.metrics.find((metric) => (metric as { name?: string }).name === name)
    return (await metric?.get())?.values[0]?.value
  }
  return { lines, watch, value, database: pgliteDatabase(pglite, watch) }
}

test('the log names a slow statement and its request, without its values', async () => {
  // On a busy machine the fast statement may take a tenth of this.
  const { lines, database, value } = watchWith(500)
  const phone = '+91 98765 43210'
  await withLogFields({ requestId: 'request-1' }, () =>
    sql`select pg_sleep(0.6), ${phone}::text`.execute(database.db),
  )
  await sql`select 1`.execute(database.db)
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({
    msg: 'slow query',
    requestId: 'request-1',
    sql: 'select pg_sleep(0.6), $1::text',
    statement: expect.stringMatching(/^[\w-]{22}$/),
  })
  expect(line.ms).toBeGreaterThanOrEqual(500)
  expect(lines[0]).not.toMatch(/98765/)
  expect(await value('dobara_database_slow_statements_total')).toBe(1)
})

test('if all statements are slow, the log names some, and the metric counts all', async () => {
  const { lines, watch, value } = watchWith(1)
  const count = 2 * slowLinesPerMinute
  for (let index = 0; index < count; index++)
    watch.note({
      level: 'query',
      query: { sql: `select ${index}` },
      queryDurationMillis: 5,
    } as never)
  expect(lines).toHaveLength(slowLinesPerMinute)
  expect(await value('dobara_database_slow_statements_total')).toBe(count)
})

test('a failing statement is rejected and counted', async () => {
  const { database, value } = watchWith(0)
  await expect(sql`select from nowhere`.execute(database.db)).rejects.toThrow('nowhere')
  expect(await value('dobara_database_failures_total')).toBe(1)
})

test('counts requests that wait for the embedded connection', async () => {
  const { database } = watchWith(0)
  const { db, waiting } = database
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const running = [
    db.transaction().execute(() => end),
    ...Array.from({ length: 4 }, () => sql`select 1`.execute(db)),
  ]
  await expect.poll(waiting).toBe(4)
  resolve()
  await Promise.all(running)
  expect(waiting()).toBe(0)
})
