// An app for each test file, a migrated database for each worker (emptied after each file), and
// accounts that call the app.
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Insertable, sql, type Updateable } from 'kysely'
import { inject } from 'vitest'
import { titleKey } from '#contract/books/title-key.ts'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
  type Role,
} from '#contract/common/endpoint.ts'
import { confirmOrder, type Order, placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import type { AccountsTable, BooksTable, OrdersTable } from '#db/tables.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { changeBooks, noteNewBooks } from '#server/books/changed-books.ts'
import { insertCopies } from '#server/books/copies.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { insertChat } from '#server/chats/store.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import {
  type Database,
  openPostgres,
  pgliteDatabase,
  transact,
} from '#server/platform/database/database.ts'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { type Config, readConfig } from '#server/platform/operations/config.ts'
import { createLog, type Log } from '#server/platform/operations/log.ts'
import type { SendMail } from '#server/platform/operations/mail.ts'
import { fileStorage } from '#server/platform/storage/file-storage.ts'
import { type App, type AppOptions, createApp } from './app.ts'
import { checkAnswers } from './testing-responses.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with a dump of a database without tables. */
    emptySnapshot: string
    /** The file with a dump of a migrated database. */
    snapshot: string
    /** A DATA_DIR with a migrated database, which tests copy. */
    dataDir: string
    /** The prefix of this run's database names on PostgreSQL. */
    databasePrefix: string
  }
}

async function openDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined || url === '')
    return pgliteDatabase(
      await openPGlite({ snapshot: new Blob([await readFile(inject('snapshot'))]) }),
    )
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const testUrl = new URL(url)
  testUrl.pathname = `/${name}`
  return openPostgres(testUrl.href)
}

let workerDatabase: Promise<Database> | undefined
let fileApp: Promise<App> | undefined

export function testApp(): Promise<App> {
  fileApp ??= (async () => {
    const dataDir = path.join(os.tmpdir(), `dobara-test-${process.pid}-${randomUUID()}`)
    workerDatabase ??= openDatabase()
    const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: '1', LOG_LEVEL: 'error' })
    return checkAnswers(
      await createApp({
        config,
        log: createLog('error'),
        database: { ...(await workerDatabase), close: async () => {} },
        storage: await fileStorage(path.join(dataDir, 'photos')),
        // Tests run the jobs themselves, so that results don't depend on timing.
        hasTimedJobs: false,
        // Nothing may be stale: a test's calls come from different addresses, so the cache can't
        // know who made a change.
        maxStaleMs: 0,
      }),
    )
  })()
  return fileApp
}

const otherApps: App[] = []

export async function otherApp(
  overrides: {
    config?: Partial<Config>
    log?: Log
    now?: () => Date
    mail?: SendMail
    pages?: Parameters<typeof createApp>[1]
    hasTimedJobs?: boolean
    maxStaleMs?: number
  } = {},
): Promise<App> {
  const { config, log, storage, database, now } = (await testApp()).context
  const options: AppOptions = {
    config: { ...config, ...overrides.config },
    log: overrides.log ?? log,
    storage,
    database: { ...database, close: async () => {} },
    now: overrides.now ?? now,
    hasTimedJobs: overrides.hasTimedJobs ?? false,
    maxStaleMs: overrides.maxStaleMs ?? 0,
    ...(overrides.mail && { mail: overrides.mail }),
  }
  const other = checkAnswers(await createApp(options, overrides.pages))
  otherApps.push(other)
  return other
}

async function emptyDatabase({ db }: Database): Promise<void> {
  const { rows } = await sql<{ tablename: string }>`select tablename from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'installation')`.execute(db)
  const tables = rows.map(({ tablename }) => sql.table(tablename))
  // Is repeated if a read that the closed app had begun locks the tables in another order.
  await transact(db, async (db) => {
    // The trigger is off, because it forbids emptying the audit log.
    await sql`alter table audit_log disable trigger user`.execute(db)
    await sql`truncate ${sql.join(tables)}`.execute(db)
    await sql`alter table audit_log enable trigger user`.execute(db)
  })
}

/** Closes a test file's apps, and empties the database for the worker's next file. */
export async function closeApps(): Promise<void> {
  for (const { app } of otherApps.splice(0)) await app.close()
  if (!fileApp) return
  const { app, context } = await fileApp
  fileApp = undefined
  await app.close()
  await rm(context.config.dataDir, { recursive: true, force: true })
  await emptyDatabase(context.database)
}

export type TestAccount = { id: string; token: string; name: string; email: string }

type Outcome<E extends Endpoint> = {
  status: number
  headers: Record<string, unknown>
  body: CallResult<E> extends { rows: infer Rows } ? Rows : CallResult<E>
  error: { message: string; code: string; fields?: Record<string, string> }
}

type CallOptions = { headers?: Record<string, string>; ip?: string; app?: FastifyInstance }

function multipartBody(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) form.append(name, item instanceof Blob ? item : String(item))
  return form
}

let addressCount = 0
/**
 * Returns a new address for each call, so that calls don't use up each other's limits by address.
 */
const freshAddress = () => `10.8.${(++addressCount >> 8) % 256}.${addressCount % 256}`

async function send<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E>,
  tokens: Record<string, string>,
  options: CallOptions,
): Promise<Outcome<E>> {
  const { path, rest } = endpointUrl(endpoint, input)
  const injected: InjectOptions = {
    method: endpoint.method,
    url: `/api${path}`,
    headers: { ...tokens, ...options.headers },
    remoteAddress: options.ip ?? freshAddress(),
  }
  if (endpoint.method !== 'GET') injected.payload = endpoint.files ? multipartBody(rest) : rest
  const response = await app.inject(injected)
  const json = response.body === '' ? undefined : (response.json() as never)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json as never,
    error: json as never,
  }
}

export function as(account?: { token: string }) {
  return {
    call: async <E extends Endpoint>(
      endpoint: E,
      input: EndpointInput<E>,
      options: CallOptions = {},
    ): Promise<Outcome<E>> =>
      send(
        options.app ?? (await testApp()).app,
        endpoint,
        input,
        account ? { authorization: `Bearer ${account.token}` } : {},
        options,
      ),
  }
}

/** Creates an account and a session. The account has no password, because hashing is slow. */
export async function makeAccount(
  role: Role,
  options: { name?: string; shop?: boolean } = {},
): Promise<TestAccount> {
  const { context } = await testApp()
  const id = newId()
  const email = `${id}@example.com`
  const name = options.name ?? `${role} ${id.slice(-4)}`
  const seller =
    role === 'seller'
      ? {
          seller_type: options.shop ? ('shop owner' as const) : ('student' as const),
          ...(options.shop && { shop_name: 'A shop', shop_address: '1 Market Road' }),
        }
      : {}
  await insertAccount(context.db, {
    id,
    person_id: newId(),
    role,
    name,
    email,
    password_hash: 'none',
    ...seller,
  })
  const token = newToken()
  await insertSession(context.db, {
    tokenHash: hashToken(token),
    accountId: id,
    userAgent: 'test',
    now: context.now(),
  })
  return { id, token, name, email }
}

/** Lists a book without pictures. Prices are in paise. */
export async function makeBook(
  seller: TestAccount,
  columns: Partial<Insertable<BooksTable>> = {},
): Promise<string> {
  const { context } = await testApp()
  const id = newId()
  const copies = columns.copies ?? 1
  const book = {
    title: `Book ${id.slice(-4)}`,
    author: 'An Author',
    book_type: 'old' as const,
    branch: 'Fiction',
    original_price: 50_000,
    price: 25_000,
    condition: 'good' as const,
    ...columns,
  }
  const keys = {
    title_key: columns.title === undefined ? id : titleKey(book),
    search_text: searchText(book),
  }
  await context.db
    .insertInto('books')
    .values({
      ...keys,
      ...book,
      id,
      seller_id: seller.id,
      copies,
      available: columns.available ?? copies,
    })
    .execute()
  await insertCopies(context.db, [{ bookId: id, firstNumber: 1, count: copies }])
  await noteNewBooks(context.db, [id])
  return id
}

export async function changeBook(id: string, columns: Updateable<BooksTable>): Promise<void> {
  const { db } = (await testApp()).context
  await transact(db, (db) =>
    changeBooks(db, [id], () =>
      db.updateTable('books').set(columns).where('id', '=', id).execute(),
    ),
  )
}

type Rows = { accounts: AccountsTable; orders: OrdersTable; books: BooksTable }

/** Changes a row outside of the app, so caches don't notice the change. */
export async function changeRow<Table extends keyof Rows>(
  table: Table,
  id: string,
  columns: Updateable<Rows[Table]>,
): Promise<void> {
  const { db } = (await testApp()).context
  await db
    .updateTable(table as 'orders')
    .set(columns as Updateable<OrdersTable>)
    .where('id', '=', id)
    .execute()
}

export type TestChat = { buyer: TestAccount; seller: TestAccount; bookId: string; chatId: string }

export async function makeChat(
  options: {
    buyer?: TestAccount
    seller?: TestAccount
    bookId?: string
    book?: Parameters<typeof makeBook>[1]
  } = {},
): Promise<TestChat> {
  const { context } = await testApp()
  const buyer = options.buyer ?? (await makeAccount('buyer'))
  const seller = options.seller ?? (await makeAccount('seller'))
  const bookId = options.bookId ?? (await makeBook(seller, options.book))
  const chatId = await insertChat(context.db, {
    bookId,
    buyerId: buyer.id,
    sellerId: seller.id,
    now: context.now(),
  })
  return { buyer, seller, bookId, chatId }
}

/**
 * Creates an order in a new chat. If `days` is given, the order is a rental. `price` is in rupees.
 */
export async function makeOrder(
  options: Parameters<typeof makeChat>[0] & { days?: number; price?: number } = {},
): Promise<TestChat & { order: Order; orderId: string }> {
  const { days, price, ...rest } = options
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
    phoneNumber: '+919876543210',
  })
  return { ...chat, order: body, orderId: body._id }
}

export async function makeDelivered(options: Parameters<typeof makeOrder>[0] = {}) {
  const made = await makeOrder(options)
  const { orderId } = made
  await as(made.buyer).call(confirmOrder, { orderId })
  await as(made.seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  return made
}

let pictureCount = 0
export async function makePhotos(count: number): Promise<File[]> {
  const { default: sharp } = await import('sharp')
  const make = async () => {
    pictureCount++
    const background = {
      r: (pictureCount * 40) % 256,
      g: (Math.floor(pictureCount / 6) * 40) % 256,
      b: 200,
    }
    const picture = sharp({ create: { width: 60, height: 90, channels: 3, background } })
    return new File([new Uint8Array(await picture.png().toBuffer())], 'cover.png', {
      type: 'image/png',
    })
  }
  return Promise.all(Array.from({ length: count }, make))
}

/** Stores photos as uploads of a new seller, and returns their hashes. No book shows them yet. */
export async function storePhotos(
  uploads: Parameters<typeof withStoredPhotos>[2],
): Promise<string[]> {
  const { context } = await testApp()
  const { id: accountId } = await makeAccount('seller', { shop: true })
  return withStoredPhotos(
    context,
    { accountId, kind: 'shop owner' },
    uploads,
    async (hashes) => hashes,
  )
}

/** Returns all rows of a list by following the Link headers. `path` includes the query. */
export async function followPages<Row>(path: string, account?: { token: string }): Promise<Row[]> {
  const { app } = await testApp()
  const headers = account ? { authorization: `Bearer ${account.token}` } : {}
  const rows: Row[] = []
  for (let url: string | undefined = `/api${path}`; url !== undefined; ) {
    const response: LightMyRequestResponse = await app.inject({ url, headers })
    const page = response.json<Row[]>()
    if (response.statusCode !== 200 || rows.length > 1000)
      throw new Error(`${url} answered ${response.statusCode}`)
    rows.push(...page)
    url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return rows
}
