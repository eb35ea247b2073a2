// After migrations, old orders have a title and keep their keys, and old ratings count by today's
// rules.
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { placeOrder } from '#contract/orders.ts'
import { createApp } from '#server/app.ts'
import { pgliteDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPGlite } from '#server/platform/database/pglite.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, testApp } from '#server/testing.ts'

const migrations = new URL('../../db/migrations/', import.meta.url)

test('a migrated market counts each human once, and nobody who is blocked or sold to themselves', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-market-'))
  const pglite = await openPGlite({ dataDir: 'memory://' })
  const run = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? []
  try {
    for (const name of await readdir(migrations))
      if (name < '0013') await cp(new URL(name, migrations), path.join(folder, name))
    await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })

    const [asha, blocked, alias, seller, rated, unrated] = Array.from({ length: 6 }, () =>
      newId(),
    ) as [string, string, string, string, string, string]
    const person = (id: string, role: string, more = `'${id}@example.com', 'active'`) =>
      `insert into people (id, human_id, role, name, password_hash, seller_type, email, status)
       values ('${id}', '${id}', '${role}', 'Somebody', 'none', ${role === 'seller' ? "'student'" : 'null'}, ${more})`
    const book = (id: string, key: string) =>
      `insert into books (id, seller_id, title, author, book_type, branch, original_price, price, condition, available, title_key, search_text, rating_sum, rating_count)
       values ('${id}', '${seller}', 'T', 'A', 'old', 'Fiction', 50000, 25000, 'good', 1, '${key}', 't', 13, 4)`
    await run(
      [
        ...[
          person(asha, 'buyer'),
          person(blocked, 'buyer', `'b@example.com', 'blocked'`),
          person(seller, 'seller'),
        ],
        ...[
          person(alias, 'buyer', `upper('${seller}@example.com'), 'active'`),
          book(rated, 'one'),
          book(unrated, 'other'),
        ],
        `update people set rating_sum = 17, rating_count = 4 where id = '${seller}'`,
      ].join(';'),
    )
    const orders: string[] = []
    for (const [buyer, stars, key, at] of [
      [asha, 1, 'one', '2026-01-01'],
      [asha, 4, 'one', '2026-02-01'],
      [blocked, 3, 'one', '2026-01-01'],
      [alias, 5, 'one', '2026-01-01'],
      [asha, undefined, 'other', '2026-01-01'],
    ] as const) {
      const [order, chat] = [newId(), newId()]
      orders.push(order)
      // The book was renamed since it was rated.
      const bookId = key === 'one' ? (orders.length === 1 ? unrated : rated) : unrated
      await run(`insert into chats (id, book_id, buyer_id, seller_id) values ('${chat}', '${bookId}', '${buyer}', '${seller}') on conflict do nothing;
        insert into orders (id, chat_id, book_id, buyer_id, seller_id, order_type, price, delivery_address, phone_number, book_title, book_type, branch, original_price, buyer_name, seller_name)
        select '${order}', id, '${bookId}', '${buyer}', '${seller}', 'purchase', 100, '', '', 'T', 'old', 'Fiction', 100, '', '' from chats where book_id = '${bookId}' and buyer_id = '${buyer}'`)
      if (stars)
        await run(`insert into ratings (order_id, title_key, buyer_id, seller_id, book_stars, seller_stars, created_at)
          values ('${order}', '${key}', '${buyer}', '${seller}', ${stars}, ${stars}, '${at}')`)
    }
    await migrate(run, { lock: false })
    expect(await run(`select title_key from orders order by id`)).toEqual(
      ['one', 'one', 'one', 'one', 'other'].map((title_key) => ({ title_key })),
    )
    expect(
      await run(`select title_key, rating_sum, rating_count from books order by title_key`),
    ).toEqual([
      { title_key: 'one', rating_sum: 4, rating_count: 1 },
      { title_key: 'other', rating_sum: 0, rating_count: 0 },
    ])
    expect(await run(`select rating_sum, rating_count from people where id = '${seller}'`)).toEqual(
      [{ rating_sum: 4, rating_count: 1 }],
    )
    expect(await run(`select count(*)::integer as own from ratings where is_own`)).toEqual([
      { own: 1 },
    ])
  } finally {
    await pglite.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('an order made under a key before the migration answers the same request after it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-market-'))
  const pglite = await openPGlite({ dataDir: 'memory://' })
  const run = async (sql: string) => (await pglite.exec(sql)).at(-1)?.rows ?? []
  for (const name of await readdir(migrations))
    if (name < '0011') await cp(new URL(name, migrations), path.join(folder, name))
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })

  const [seller, buyer, book, chat, copy] = [newId(), newId(), newId(), newId(), newId()]
  const [order, stale, token] = [newId(), newId(), newToken()]
  // As the previous release stored it.
  const input = {
    chatId: chat,
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '9876543210',
    orderType: 'purchase',
  } as const
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const person = (id: string, role: string) =>
    `insert into people (id, human_id, role, name, email, password_hash, seller_type)
     values ('${id}', '${id}', '${role}', 'Somebody', '${id}@example.com', 'none', ${role === 'seller' ? "'student'" : 'null'})`
  const insertOrder = (id: string, key: string, created: string, status: string) =>
    `insert into orders (id, chat_id, book_id, buyer_id, seller_id, order_type, status, price, delivery_address, phone_number, book_title, book_type,
       branch, original_price, buyer_name, seller_name, idempotency_key, request_hash, created_at)
     values ('${id}', '${chat}', '${book}', '${buyer}', '${seller}', 'purchase', '${status}', 25000, '12 Lake Road, Pune', '9876543210', 'T', 'old',
       'Fiction', 50000, 'Somebody', 'Somebody', '${key}', '${hash}', ${created})`
  await run(
    [
      ...[person(seller, 'seller'), person(buyer, 'buyer')],
      `insert into sessions (token_hash, person_id, expires_at) values (decode('${hashToken(token)}', 'hex'), '${seller}', now() + interval '1 day')`,
      `insert into books (id, seller_id, title, author, book_type, branch, original_price, price, condition, copies, available, title_key, search_text)
       values ('${book}', '${seller}', 'T', 'A', 'old', 'Fiction', 50000, 25000, 'good', 1, 0, 't', 't')`,
      `insert into copies (id, book_id, number) values ('${copy}', '${book}', 1)`,
      `insert into chats (id, book_id, buyer_id, seller_id) values ('${chat}', '${book}', '${buyer}', '${seller}')`,
      ...[
        insertOrder(order, 'kept', 'now()', 'Pending'),
        insertOrder(stale, 'stale', "now() - interval '25 hours'", 'Cancelled'),
      ],
      `insert into holds (order_id, copy_id, during) values ('${order}', '${copy}', daterange(current_date, null))`,
    ].join(';'),
  )
  await migrate(run, { lock: false })

  const { config, log, storage } = (await testApp()).context
  const { app } = await createApp({ config, log, storage, database: pgliteDatabase(pglite) })
  try {
    const place = async (key: string, more = {}) => {
      const { status, body, error } = await as({ token }).call(
        placeOrder,
        { ...input, ...more },
        { app, headers: { 'idempotency-key': key } },
      )
      return [status, status === 201 ? body._id : error.code]
    }
    expect(await place('kept')).toEqual([201, order])
    expect(await place('kept', { deliveryAddress: '14 Lake Road, Pune' })).toEqual([
      409,
      'key_reused',
    ])
    // A key that is a day old has expired.
    expect(await place('stale')).toEqual([409, 'book_gone'])
    expect(await run('select id from orders order by id')).toHaveLength(2)
  } finally {
    await app.close()
  }
})
