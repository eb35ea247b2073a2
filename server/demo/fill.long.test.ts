import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { branches } from '#contract/books/branches.ts'
import { photoWidths } from '#contract/common/photos.ts'
import { type Database, pgliteDatabase } from '#server/platform/database/database.ts'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { fileStorage } from '#server/platform/storage/file-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'
import { loginsOf, makeAccounts } from './accounts.ts'
import { readCatalogue } from './catalogue.ts'
import { fillDemo } from './fill.ts'
import { makeListings } from './listings.ts'
import { pictureFolder, picturesOf } from './pictures.ts'

const now = new Date('2026-03-14T09:30:00Z')
const said: string[] = []
const logins = loginsOf({ withAdmin: true, production: false })
let folder: string
let database: Database
let storage: Storage
const fill = () =>
  fillDemo({
    db: database.db,
    storage,
    hash: async (password) => `hash of ${password}`,
    now,
    withAdmin: true,
    production: false,
    say: (line) => said.push(line),
  })

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-demo-'))
  storage = await fileStorage(folder)
  database = pgliteDatabase(
    await openPGlite({ snapshot: new Blob([await readFile(inject('snapshot'))]) }),
  )
  expect(await fill()).toBe(true)
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const rows = async (query: string) => (await sql.raw(query).execute(database.db)).rows

test('at least 300 books are listed, six or more in every branch', async () => {
  const found = await rows(
    'select branch, count(*)::integer as count from books where available > 0 group by branch',
  )
  const counts = new Map(found.map((row) => Object.values(row as object) as [string, number]))
  expect([...counts.keys()].sort()).toEqual([...branches].sort())
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(6)
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(300)
  const kinds = await rows(
    'select distinct seller_type from accounts join books on books.seller_id = accounts.id order by 1',
  )
  expect(kinds).toEqual([{ seller_type: 'shop owner' }, { seller_type: 'student' }])
})

test.each(['seller', 'buyer'] as const)(
  'the demo %s has orders of every kind, and unread messages',
  async (role) => {
    const mine = `join accounts on accounts.id = ${role}_id where email = '${logins.find((login) => login.role === role)?.email}'`
    const kinds = await rows(
      `select distinct orders.status, order_type from orders ${mine} order by 1, 2`,
    )
    expect(kinds).toEqual(
      ['Cancelled', 'Delivered', 'Pending', 'Shipped'].flatMap((status) =>
        ['purchase', 'rent'].map((order_type) => ({ status, order_type })),
      ),
    )
    const rents = `from orders ${mine} and order_type = 'rent' and orders.status = 'Delivered'`
    expect(
      await rows(`select 1 ${rents} and returned_at is null and rent_end >= '2026-03-14'`),
    ).not.toEqual([])
    expect(
      await rows(`select 1 ${rents} and returned_at is null and rent_end < '2026-03-14'`),
    ).not.toEqual([])
    expect(await rows(`select 1 ${rents} and returned_at is not null`)).not.toEqual([])
    expect(await rows(`select 1 from ratings ${mine}`)).not.toEqual([])
    expect(await rows(`select 1 from chats ${mine} and ${role}_unread > 0`)).not.toEqual([])
  },
)

test('each of the last twelve months has trade', async () => {
  const months = await rows(
    "select distinct to_char(created_at, 'YYYY-MM') as month from orders where created_at > '2025-04-01'",
  )
  expect(months).toHaveLength(12)
})

test('all invariants hold, and there are ratings of all kinds', async () => {
  expect(verifyReport(await verify(database.db, storage))).toMatch(/^All \d+ rules hold\.$/)
  expect(await rows('select name from accounts where not is_demo')).toEqual([])
  expect(
    await rows(
      'select avg(rating) from books having count(*) filter (where rating >= 4) = 0 or count(*) filter (where rating < 4) = 0',
    ),
  ).toEqual([])
})

test('notifications match what is unread, and chats show all order changes', async () => {
  for (const side of ['buyer', 'seller'] as const) {
    const mine = `notifications where chat_id = chats.id and account_id = ${side}_id and read_at is null`
    expect(
      await rows(
        `select id from chats where (select count(*) from ${mine} and kind = 'message') <> (${side}_unread > 0)::integer`,
      ),
    ).toEqual([])
    expect(
      await rows(`select id from chats where ${side}_unread = 0 and exists (select from ${mine})`),
    ).toEqual([])
  }
  expect(
    await rows(
      "select order_id from notifications where kind = 'status' and read_at is null group by order_id, account_id having count(*) > 1",
    ),
  ).toEqual([])
  expect(
    await rows(
      "select id from orders where exchange_id is null and (select count(*) from notifications where order_id = orders.id and kind = 'order' and account_id = buyer_id) <> 1",
    ),
  ).toEqual([])
  expect(
    await rows(
      "select id from orders where exchange_id is null and (select count(*) from order_events where order_id = orders.id and kind <> 'rent_moved') <> (select count(*) from messages where messages.chat_id = orders.chat_id and sender_model = 'System')",
    ),
  ).toEqual([])
})

test('nothing is in the future, or earlier than what it follows', async () => {
  const moments = {
    accounts: 'created_at',
    books: 'updated_at',
    chats: 'updated_at',
    messages: 'created_at',
    orders: 'created_at',
    order_events: 'created_at',
  }
  for (const [table, column] of Object.entries(moments))
    expect(
      await rows(`select * from ${table} where ${column} > '${now.toISOString()}'`),
      table,
    ).toEqual([])
  expect(
    await rows(
      'select chats.id from chats join books on books.id = book_id where chats.created_at < books.created_at',
    ),
  ).toEqual([])
  expect(
    await rows(
      'select chats.id from chats join accounts on accounts.id = buyer_id where chats.created_at < accounts.created_at',
    ),
  ).toEqual([])
  const before =
    'join messages as earlier on earlier.chat_id = later.chat_id and earlier.number = later.number - 1'
  expect(
    await rows(
      `select later.id from messages as later ${before} where later.created_at < earlier.created_at`,
    ),
  ).toEqual([])
})

test('every book has at least two pictures, and all are in the storage', async () => {
  expect(
    await rows(
      'select title from books where (select count(*) from book_photos where book_id = books.id) < 2',
    ),
  ).toEqual([])
  const photos = (await rows('select distinct hash from book_photos')) as { hash: string }[]
  expect(photos.length).toBeGreaterThanOrEqual(branches.length * 2)
  for (const { hash } of photos)
    for (const width of photoWidths)
      expect((await storage.read(`${hash}-${width}.webp`))?.length, hash).toBeGreaterThan(100)
})

test('recommendations exist at once', async () => {
  const recommended = 'select unnest(ids[:recommended]) as id from similar_books'
  expect((await rows(recommended)).length).toBeGreaterThan(100)
  expect(
    await rows(
      `select id from (${recommended}) as found join books using (id) where available = 0`,
    ),
  ).toEqual([])
})

test('a market with people stays unchanged, and the logins were printed once', async () => {
  const before = await rows('select count(*) from books')
  expect(await fill()).toBe(false)
  expect(await rows('select count(*) from books')).toEqual(before)
  const lines = said.join('\n')
  for (const { email, password } of logins)
    expect(lines.split(`${email}  ${password}`)).toHaveLength(2)
})

test('in production there is no demo admin, and the passwords are new each time', async () => {
  const [one, two] = [1, 2].map(() => loginsOf({ withAdmin: true, production: true }))
  expect(one?.map(({ role }) => role)).toEqual(['buyer', 'seller'])
  const passwords = [...(one ?? []), ...(two ?? []), ...logins].map(({ password }) => password)
  expect(new Set(passwords).size).toBe(7)
  const { rows } = await makeAccounts(now, async (password) => `hash of ${password}`, one ?? [])
  expect(rows.filter(({ role }) => role === 'admin')).toEqual([])
  const known = new Set(logins.map(({ password }) => `hash of ${password}`))
  expect(rows.filter(({ password_hash }) => known.has(String(password_hash)))).toEqual([])
  expect(
    rows.filter(({ password_hash }) =>
      one?.some(({ password }) => password_hash === `hash of ${password}`),
    ),
  ).toHaveLength(4)
})

test('listings show two to five pictures, and the repository has no others', async () => {
  const { sellers } = await makeAccounts(now, async () => '', [])
  const shown = makeListings(readCatalogue(), sellers, now).map(picturesOf)
  for (const files of shown) {
    expect(files.length).toBeGreaterThanOrEqual(2)
    expect(new Set(files).size).toBe(files.length)
    expect(files.length).toBeLessThanOrEqual(5)
  }
  const entries = await readdir(pictureFolder, { recursive: true, withFileTypes: true })
  const kept = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(path.basename(parentPath), name).replaceAll('\\', '/'))
  expect(kept.sort()).toEqual([...new Set(shown.flat())].sort())
  const sizes = await Promise.all(
    kept.map(async (file) => (await stat(new URL(file, pictureFolder))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(4_500_000)
})
