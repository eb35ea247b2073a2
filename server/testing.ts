// What server tests stand on: one app and one migrated database per test file, and people to call as.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Insertable } from 'kysely'
import { afterAll, inject } from 'vitest'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
  type Role,
} from '#contract/endpoint.ts'
import { type Order, placeOrder } from '#contract/orders.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { insertPerson } from '#server/accounts/store.ts'
import { searchText, titleKey } from '#server/books/search/words.ts'
import { insertChat } from '#server/chats/store.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import { type Database, openPostgres, pgliteDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { openPGlite } from '#server/platform/database/pglite.ts'
import type { BooksTable } from '#server/platform/database/tables.ts'
import type { Upload } from '#server/platform/http/request-body.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { type Config, readConfig } from '#server/platform/operations/config.ts'
import { createLog, type Log } from '#server/platform/operations/log.ts'
import type { SendMail } from '#server/platform/operations/mail.ts'
import { fileStorage } from '#server/platform/storage/file-storage.ts'
import { type App, type AppOptions, createApp } from './app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    snapshot: string
  }
}

async function openDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '')
    return pgliteDatabase(
      await openPGlite({ snapshot: new Blob([await readFile(inject('snapshot'))]) }),
    )
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

let built: Promise<App> | undefined

/** The file's app, made on first use and closed after its last test. */
export function testApp(): Promise<App> {
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

const others: App[] = []

/** Another app on the file's database, set up differently: other configuration, another clock, other pages. */
export async function otherApp(
  more: {
    config?: Partial<Config>
    log?: Log
    now?: () => Date
    mail?: SendMail
    pages?: Parameters<typeof createApp>[1]
  } = {},
): Promise<App> {
  const { config, log, storage, database, now } = (await testApp()).parts
  const given: AppOptions = {
    config: { ...config, ...more.config },
    log: more.log ?? log,
    storage,
    database: { ...database, close: async () => {} },
    now: more.now ?? now,
    ...(more.mail && { mail: more.mail }),
  }
  const other = await createApp(given, more.pages)
  others.push(other)
  return other
}

afterAll(async () => {
  for (const { app } of others.splice(0)) await app.close()
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
  body: CallResult<E> extends { rows: infer Rows } ? Rows : CallResult<E>
  refusal: { message: string; code: string; fields?: Record<string, string> }
}

/** `app` is the one to call, where it isn't the file's. */
type Extra = { headers?: Record<string, string>; ip?: string; app?: FastifyInstance }

function multipartBody(ask: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(ask))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) form.append(name, one instanceof Blob ? one : String(one))
  return form
}

let visitors = 0
/** Each call comes from elsewhere, where a test doesn't say from where: limits by address are not what it is about. */
const freshAddress = () => `10.8.${(++visitors >> 8) % 256}.${visitors % 256}`

async function send<E extends Endpoint>(
  app: FastifyInstance,
  point: E,
  ask: EndpointInput<E>,
  tokens: Record<string, string>,
  extra: Extra,
): Promise<Outcome<E>> {
  const { path, rest } = endpointUrl(point, ask)
  const options: InjectOptions = {
    method: point.method,
    url: `/api${path}`,
    headers: { ...tokens, ...extra.headers },
    remoteAddress: extra.ip ?? freshAddress(),
  }
  if (point.method !== 'GET') options.payload = point.files ? multipartBody(rest) : rest
  const answer = await app.inject(options)
  const json = answer.body === '' ? undefined : (answer.json() as never)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: json as never,
    refusal: json as never,
  }
}

/** Calls as a person, or as nobody when there is none. */
export function as(person?: { token: string }) {
  return {
    call: async <E extends Endpoint>(
      point: E,
      ask: EndpointInput<E>,
      extra: Extra = {},
    ): Promise<Outcome<E>> =>
      send(
        extra.app ?? (await testApp()).app,
        point,
        ask,
        person ? { authorization: `Bearer ${person.token}` } : {},
        extra,
      ),
  }
}

/** Makes a signed-in person without the cost of hashing a password; such a person can't log in. */
export async function makePerson(
  role: Role,
  more: { name?: string; shop?: boolean } = {},
): Promise<TestPerson> {
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
  await insertPerson(parts.db, {
    id,
    human_id: newId(),
    role,
    name,
    email,
    password_hash: 'none',
    ...seller,
  })
  const token = newToken()
  await insertSession(parts.db, {
    tokenHash: hashToken(token),
    personId: id,
    userAgent: 'test',
    now: parts.now(),
  })
  return { id, token, name, email }
}

/** Puts a book on the market without its pictures; prices in paise. */
export async function makeBook(
  seller: TestPerson,
  more: Partial<Insertable<BooksTable>> = {},
): Promise<string> {
  const { parts } = await testApp()
  const id = newId()
  const copies = more.copies ?? 1
  const book = {
    title: `Book ${id.slice(-4)}`,
    author: 'An Author',
    book_type: 'old' as const,
    branch: 'Fiction',
    original_price: 50_000,
    price: 25_000,
    condition: 'good' as const,
    ...more,
  }
  const keys = {
    title_key: more.title === undefined ? id : titleKey(book),
    search_text: searchText(book),
  }
  await parts.db
    .insertInto('books')
    .values({
      ...keys,
      ...book,
      id,
      seller_id: seller.id,
      copies,
      available: more.available ?? copies,
    })
    .execute()
  await parts.db
    .insertInto('copies')
    .values(
      Array.from({ length: copies }, (_, at) => ({ id: newId(), book_id: id, number: at + 1 })),
    )
    .execute()
  return id
}

export type TestChat = { buyer: TestPerson; seller: TestPerson; bookId: string; chatId: string }

/** Opens a chat, between fresh people and about a fresh book where none are given. */
export async function makeChat(
  given: {
    buyer?: TestPerson
    seller?: TestPerson
    bookId?: string
    book?: Parameters<typeof makeBook>[1]
  } = {},
): Promise<TestChat> {
  const { parts } = await testApp()
  const buyer = given.buyer ?? (await makePerson('buyer'))
  const seller = given.seller ?? (await makePerson('seller'))
  const bookId = given.bookId ?? (await makeBook(seller, given.book))
  const chatId = await insertChat(parts.db, {
    bookId,
    buyerId: buyer.id,
    sellerId: seller.id,
    now: parts.now(),
  })
  return { buyer, seller, bookId, chatId }
}

/** Places an order from a fresh chat: a rent where days are given, else a purchase, at the price that is given or asked (in rupees). */
export async function makeOrder(
  given: Parameters<typeof makeChat>[0] & { days?: number; price?: number } = {},
): Promise<TestChat & { order: Order; orderId: string }> {
  const { days, price, ...rest } = given
  const chat = await makeChat({
    ...rest,
    book: { is_rentable: true, rent_price: 1_000, ...rest.book },
  })
  const terms =
    days === undefined
      ? { orderType: 'purchase', ...(price !== undefined && { price }) }
      : { orderType: 'rent', rentDays: days }
  const { body } = await as(chat.seller).call(placeOrder, {
    ...terms,
    chatId: chat.chatId,
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '9876543210',
  })
  return { ...chat, order: body, orderId: body._id }
}

let shade = 0
/** So many small pictures to upload, no two of a test file alike. */
export async function makePictures(count: number): Promise<File[]> {
  const { default: sharp } = await import('sharp')
  const make = async () => {
    shade++
    const background = { r: (shade * 40) % 256, g: (Math.floor(shade / 6) * 40) % 256, b: 200 }
    const picture = sharp({ create: { width: 60, height: 90, channels: 3, background } })
    return new File([new Uint8Array(await picture.png().toBuffer())], 'cover.png', {
      type: 'image/png',
    })
  }
  return Promise.all(Array.from({ length: count }, make))
}

/** Keeps pictures as an upload of somebody's, shown nowhere yet; gives their hashes. */
export async function storePictures(uploads: Upload[]): Promise<string[]> {
  const { parts } = await testApp()
  const { id: personId } = await makePerson('seller', { shop: true })
  return withStoredPhotos(
    parts,
    { personId, kind: 'shop owner' },
    uploads,
    async (hashes) => hashes,
  )
}

/** All rows of a list, page by page, as the Link headers lead; `path` holds the query. */
export async function followPages<Row>(path: string, person?: { token: string }): Promise<Row[]> {
  const { app } = await testApp()
  const headers = person ? { authorization: `Bearer ${person.token}` } : {}
  const rows: Row[] = []
  for (let url: string | undefined = `/api${path}`; url !== undefined; ) {
    const answer: LightMyRequestResponse = await app.inject({ url, headers })
    const page = answer.json<Row[]>()
    if (answer.statusCode !== 200 || rows.length > 1000)
      throw new Error(`${url} answered ${answer.statusCode}`)
    rows.push(...page)
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return rows
}
