// What server tests stand on: one app and one migrated database per worker, and people to call as.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, inject } from 'vitest'
import { type Answer, type Ask, address, type Endpoint } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import { type Built, createApp } from './app.ts'
import { insertSession } from './auth/store.ts'
import { insertPerson } from './people/store.ts'
import { readConfig } from './platform/config.ts'
import { type Database, openPGlite, openPostgres, pgliteDatabase } from './platform/db.ts'
import { newId } from './platform/ids.ts'
import { createLog } from './platform/log.ts'
import { fileStorage } from './platform/storage.ts'
import { hashToken, newToken } from './platform/viewer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    snapshot: string
  }
}

async function openDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '') return pgliteDatabase(await openPGlite({ snapshot: new Blob([await readFile(inject('snapshot'))]) }))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await openPostgres(own.href)
  return {
    ...database,
    close: async () => {
      await database.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

let built: Promise<Built> | undefined

/** The worker's app, made on first use and closed after the last test of the file. */
export function testApp(): Promise<Built> {
  built ??= (async () => {
    const dataDir = path.join(os.tmpdir(), `dobara-test-${process.pid}-${randomUUID()}`)
    const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: '1', LOG_LEVEL: 'error' })
    return createApp({
      config,
      log: createLog('error'),
      database: await openDatabase(),
      storage: await fileStorage(path.join(dataDir, 'photos')),
    })
  })()
  return built
}

afterAll(async () => {
  const closing = built
  built = undefined
  await (await closing)?.app.close()
})

export type TestPerson = { id: string; token: string; name: string; email: string }

/** What a call answered, success or refusal. */
export type Outcome<E extends Endpoint> = {
  status: number
  headers: Record<string, unknown>
  /** The reply of a success (rows of a page as the array itself). */
  body: Answer<E> extends { rows: infer Rows } ? Rows : Answer<E>
  refusal: { message: string; code: string; fields?: Record<string, string> }
}

type Extra = { headers?: Record<string, string>; ip?: string }

function multipartBody(ask: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(ask))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) form.append(name, one instanceof Blob ? one : String(one))
  return form
}

async function send<E extends Endpoint>(
  app: FastifyInstance,
  point: E,
  ask: Ask<E>,
  tokens: Record<string, string>,
  extra: Extra,
): Promise<Outcome<E>> {
  const { path, rest } = address(point, ask)
  const options: InjectOptions = {
    method: point.method,
    url: `/api${path}`,
    headers: { ...tokens, ...extra.headers },
    remoteAddress: extra.ip ?? '127.0.0.1',
  }
  if (point.method !== 'GET') options.payload = point.files ? multipartBody(rest) : rest
  const answer = await app.inject(options)
  const json = answer.body === '' ? undefined : (answer.json() as never)
  return { status: answer.statusCode, headers: answer.headers, body: json as never, refusal: json as never }
}

/** Calls as a person, or as nobody when there is none. */
export function as(person?: { token: string }) {
  return {
    call: async <E extends Endpoint>(point: E, ask: Ask<E>, extra: Extra = {}): Promise<Outcome<E>> =>
      send((await testApp()).app, point, ask, person ? { authorization: `Bearer ${person.token}` } : {}, extra),
  }
}

/** The status that the table of refusals gives a code. */
export const statusOf = (code: RefusalCode): number => refusals[code][0]

/** Makes a signed-in person without the cost of hashing a password; such a person can't log in. */
export async function makePerson(role: 'buyer' | 'seller' | 'admin', more: { name?: string; shop?: boolean } = {}): Promise<TestPerson> {
  const { parts } = await testApp()
  const id = newId()
  const email = `${id}@example.com`
  const name = more.name ?? `${role} ${id.slice(-4)}`
  const seller =
    role === 'seller'
      ? {
          seller_type: more.shop ? ('shop owner' as const) : ('student' as const),
          ...(more.shop && { shop_name: 'A shop', shop_address: '1 Market Road' }),
        }
      : {}
  await insertPerson(parts.db, { id, human_id: newId(), role, name, email, password_hash: 'none', ...seller })
  const token = newToken()
  await insertSession(parts.db, { tokenHash: hashToken(token), personId: id, userAgent: 'test', now: parts.now() })
  return { id, token, name, email }
}
