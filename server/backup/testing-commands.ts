// Servers and commands as processes, and access to their databases.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '#server/platform/operations/config.ts'
import { testApp } from '#server/testing.ts'
import { openEmbeddedSession, openPostgresSession, type Session } from './tables.ts'
import { contentsOf, schemaOf } from './testing-market.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type Ended = { code: number | null; stdout: string; stderr: string }

export function run(args: string[], env: Record<string, string>) {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env
  const own = { PORT: '0', HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'warn' }
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...own, ...env },
  })
  const output = { stdout: '', stderr: '' }
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>()
  opened.catch(() => {})
  child.stdout?.on('data', (text: Buffer) => {
    output.stdout += text
    const [, address] = /Dobara is open on (http:\S+)/.exec(output.stdout) ?? []
    if (address !== undefined) resolve(address)
  })
  child.stderr?.on('data', (text: Buffer) => {
    output.stderr += text
  })
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => {
    reject(new Error(`it ended: ${output.stderr}`))
    return { code, ...output }
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, opened, ended }
}

export const command = (name: string, args: string[], env: Record<string, string>) =>
  run([`scripts/${name}.ts`, ...args], env).ended

export const configOf = (env: Record<string, string>) => readConfig(env)

/** Opens the database of the test's app as a session. */
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

/** Returns the rows and the schema that a session sees, and closes it. */
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
