import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { inject } from 'vitest'
import { readConfig } from '#server/platform/operations/config.ts'
import { testApp } from '#server/testing.ts'
import { openEmbeddedSession, openPostgresSession, type Session } from './tables.ts'
import { contentsOf, schemaOf } from './testing-market.ts'

export const configOf = (env: Record<string, string>) => readConfig(env)

export function testSession(): Promise<Session> {
  const { promise: session, resolve } = Promise.withResolvers<Session>()
  void testApp().then(({ context }) =>
    context.db.connection().execute(async (connection) => {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>()
      const run = async <Row>(text: string) =>
        (await connection.executeQuery<Row>(CompiledQuery.raw(text))).rows
      resolve({ run, close: () => run('rollback').then(() => close()) })
      await closed
    }),
  )
  return session
}

/** Returns the rows and the schema that a session sees. Closes the session. */
export async function lookInto(session: Session) {
  try {
    await session.run("set timezone = 'UTC'")
    return { contents: await contentsOf(session.run), schema: await schemaOf(session.run) }
  } finally {
    await session.close()
  }
}
export const lookIntoFolder = async (dataDir: string) =>
  lookInto(await openEmbeddedSession(path.join(dataDir, 'database')))
export const lookIntoPostgres = async (url: string) =>
  lookInto(await openPostgresSession(configOf({ DATABASE_URL: url })))

/** Creates an empty database on PostgreSQL, which is dropped after all tests. */
export async function createPostgres(): Promise<string> {
  const { default: pg } = await import('pg')
  const url = process.env.TEST_DATABASE_URL ?? ''
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
