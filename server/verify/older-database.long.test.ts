// A market that an earlier version has filled goes on after the migrations.
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import { rewriteSearchTexts } from '#server/books/search/words/rewrite-texts.ts'
import { pgliteDatabase, transact } from '#server/platform/database/database.ts'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { newId } from '#server/platform/database/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { verify, verifyReport } from './verify.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')

const openEmpty = async () =>
  openPGlite({ snapshot: new Blob([await readFile(inject('emptySnapshot'))]) })

/** A sale and a pending order, as the first version stored them. */
function fillFirstVersion(ids: Record<'buyer' | 'seller' | 'book' | 'sold' | 'pending', string>) {
  const { buyer, seller, book, sold, pending } = ids
  const chat = newId()
  const order = (id: string, status: string, delivered: string) => `
    insert into orders (id, chat_id, book_id, buyer_id, seller_id, order_type, status, price,
      delivery_address, phone_number, book_title, book_type, title_key, branch, original_price,
      buyer_name, seller_name, delivered_at)
    values ('${id}', '${chat}', '${book}', '${buyer}', '${seller}', 'purchase', '${status}', 25000,
      '12 Lake Road, Pune', '9876543210', 'Godaan', 'old', 'godaan', 'Literature', 40000,
      'Asha', 'Ravi', ${delivered});
    with copy as (insert into copies (id, book_id, number)
      select '${newId()}', '${book}', coalesce(max(number), 0) + 1 from copies returning id)
    insert into holds (order_id, copy_id, during)
      select '${id}', id, daterange(current_date, null) from copy;
    insert into order_events (id, order_id, kind, status, actor_model, actor_id)
    values ('${newId()}', '${id}', 'created', '${status}', 'Seller', '${seller}');`
  const notification = (kind: string, text: string) => `
    insert into notifications (id, account_id, kind, text, chat_id, order_id, created_at)
    values ('${newId()}', '${buyer}', '${kind}', '${text}', '${chat}', '${sold}', now());`
  const account = (id: string, role: string, type: string) => `
    insert into accounts (id, person_id, role, name, email, password_hash, seller_type)
    values ('${id}', '${id}', '${role}', 'Asha', '${role}@example.org', 'hash', ${type});`
  return `${account(buyer, 'buyer', 'null')} ${account(seller, 'seller', "'student'")}
    insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text)
    values ('${book}', '${seller}', 'Godaan', 'Premchand', 'old', 'Literature', 40000, 25000,
      'good', 2, 0, 'godaan', 'godaan premchand');
    insert into chats (id, book_id, buyer_id, seller_id)
    values ('${chat}', '${book}', '${buyer}', '${seller}');
    update chats set message_count = 1, buyer_unread = 1 where id = '${chat}';
    insert into messages (id, chat_id, number, sender_model, body, transport)
    values ('${newId()}', '${chat}', 1, 'System', 'Order 1 is now Shipped.', 'system');
    ${order(sold, 'Delivered', 'now()')} ${order(pending, 'Pending', 'null')}
    ${notification('order', 'Order 1 was made for you.')}
    ${notification('status', 'Order 1 is now Shipped.')}
    ${notification('status', 'An answer about a problem.')}`
}

test('orders of the first version stay as they are, and all rules hold of them', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-first-version-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const pglite = await openEmpty()
  onTestFinished(() => pglite.close())
  const run = async (query: string) => (await pglite.exec(query)).at(-1)?.rows ?? []
  await copyFile(path.join(migrations, '0001_schema.sql'), path.join(folder, '0001_schema.sql'))
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  const ids = { buyer: newId(), seller: newId(), book: newId(), sold: newId(), pending: newId() }
  await run(fillFirstVersion(ids))

  await migrate(run, { lock: false })
  const { db } = pgliteDatabase(pglite)
  const { rows } = await sql`select id, status, price, proposed_until, asking_price, received_at,
      handed_back_at, closed_by_admin_at, reopened_at
    from orders order by id`.execute(db)
  const unknown = {
    price: 25_000,
    proposed_until: null,
    asking_price: null,
    received_at: null,
    handed_back_at: null,
    closed_by_admin_at: null,
    reopened_at: null,
  }
  expect(rows).toEqual([
    { id: ids.sold, status: 'Delivered', ...unknown },
    { id: ids.pending, status: 'Pending', ...unknown },
  ])
  // Nobody has said where they are; what the address of a shop says is read at the next start.
  const places = await sql`select pin_code, city, address_read_at from accounts union
    select pin_code, city, null from books`.execute(db)
  expect(places.rows).toEqual([{ pin_code: null, city: null, address_read_at: null }])
  // Nobody has saved anything, and a lower price of an old book is told to nobody.
  await sql`update books set price = price - 100`.execute(db)
  expect((await sql`select book_id from saved_book_changes`.execute(db)).rows).toEqual([])
  // Books that were there aren't new; one that comes back is, to searches that are saved now.
  const arrivals = () =>
    sql`select book_id, away_since::text from book_arrivals`.execute(db).then(({ rows }) => rows)
  expect(await arrivals()).toEqual([])
  await sql`update books set available = 1`.execute(db)
  expect(await arrivals()).toEqual([{ book_id: ids.book, away_since: '-infinity' }])
  await sql`update books set available = 0`.execute(db)
  // The bell is silent for what the chat has a line about.
  expect((await sql`select text from notifications where not in_chat`.execute(db)).rows).toEqual([
    { text: 'An answer about a problem.' },
  ])
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})

test('deals that wait to be handed over in person get a code when the database is migrated', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-before-codes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const pglite = await openEmpty()
  onTestFinished(() => pglite.close())
  const run = async (query: string) => (await pglite.exec(query)).at(-1)?.rows ?? []
  for (const file of (await readdir(migrations)).filter((name) => name < '0007'))
    await copyFile(path.join(migrations, file), path.join(folder, file))
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  const ids = { buyer: newId(), seller: newId(), book: newId(), sold: newId(), pending: newId() }
  await run(fillFirstVersion(ids))
  const offer = newId()
  const chat = `(select id from chats)`
  await run(`
    insert into offers (id, chat_id, made_by, status, order_type, amount, hand_over, meeting_point,
      created_at, expires_at, settled_at)
    values ('${offer}', ${chat}, 'seller', 'accepted', 'purchase', 25000, 'meet', 'College gate',
      now(), now(), now());
    insert into offer_items values ('${offer}', 0, '${ids.book}', 1, 25000);
    insert into messages (id, chat_id, number, sender_model, sender_id, body, transport, offer_id)
    values ('${newId()}', ${chat}, 2, 'Seller', '${ids.seller}', 'Offer', 'http', '${offer}');
    update chats set message_count = 2, buyer_unread = 2;
    update orders set offer_id = '${offer}', hand_over = 'meet', confirmed_at = now()
    where id = '${ids.pending}';
    insert into order_events (id, order_id, kind, status, actor_model, actor_id)
    values ('${newId()}', '${ids.pending}', 'confirmed', 'Pending', 'Buyer', '${ids.buyer}')`)

  await migrate(run, { lock: false })
  const { db } = pgliteDatabase(pglite)
  const { rows } = await sql`select place, code, wrong_codes, messages.number
    from orders join meetings on meetings.id = meeting_id
    join messages on messages.meeting_id = meetings.id
    where orders.id = ${ids.pending}`.execute(db)
  const code = expect.stringMatching(/^\d{4}$/)
  expect(rows).toEqual([{ place: 'College gate', code, wrong_codes: 0, number: 2 }])
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})

test('wants get the spelling of new books, once for each person', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-before-spellings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const pglite = await openEmpty()
  onTestFinished(() => pglite.close())
  const run = async (query: string) => (await pglite.exec(query)).at(-1)?.rows ?? []
  for (const file of (await readdir(migrations)).filter((name) => name < '0055'))
    await copyFile(path.join(migrations, file), path.join(folder, file))
  await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  const { db } = pgliteDatabase(pglite)
  const want = async (title: string, before: string, person = newId()) => {
    const id = newId()
    await sql`insert into wants (id, person_id, title, author, classes, is_known, search_text,
        worst_condition, most_on_top, created_at)
      values (${id}, ${person}, ${title}, 'R. K. X', '{}', true, ${`${before} ;; r. k. x rk x`},
        'poor', 0, now())`.execute(db)
    return id
  }
  const spellings = [
    ['माँ', 'माँ'],
    ['गान्धी हिन्दी पण्डित', 'गान्धी हिन्दी पण्डित'],
    ['Crime & Punishment', 'crime & punishment'],
    ['Midnightʼs Children', 'midnightʼs children'],
    ['१९८४ ৩ ٣', '१९८४ ৩ ٣'],
    ['Class–12 A—B', 'class–12 a—b'],
    ['स्\u200dथान Go\u00addan', 'स्\u200dथान go\u00addan'],
    ['प्रेमचंद/गोदान।', 'प्रेमचंद/गोदान।'],
    ['Plain', 'plain'],
  ] as const
  const ids: string[] = []
  for (const [title, before] of spellings) ids.push(await want(title, before))
  const person = newId()
  const both = [await want('मां', 'मां', person), await want('माँ', 'माँ', person)]

  await migrate(run, { lock: false })
  const { rows } = await sql<{ id: string; search_text: string }>`
    select id, search_text from wants`.execute(db)
  const texts = new Map(rows.map(({ id, search_text }) => [id, search_text]))
  expect(ids.map((id) => texts.get(id))).toEqual(
    spellings.map(([title]) => titleSearchText({ title, author: 'R. K. X' })),
  )
  expect(both.map((id) => texts.get(id))).toEqual(['मां ;; r. k. x rk x', 'माँ ;; r. k. x rk x'])
})

test('a dummy ISBN and a semicolon no longer join books into one title, and phones have one form', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-before-isbns-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const pglite = await openEmpty()
  onTestFinished(() => pglite.close())
  const run = async (query: string) => (await pglite.exec(query)).at(-1)?.rows ?? []
  const migrateTo = async (version: string) => {
    for (const file of (await readdir(migrations)).filter((name) => name < version))
      await copyFile(path.join(migrations, file), path.join(folder, file))
    await migrate(run, { lock: false, folder: pathToFileURL(`${folder}/`) })
  }
  await migrateTo('0002')
  const ids = { buyer: newId(), seller: newId(), book: newId(), sold: newId(), pending: newId() }
  await run(fillFirstVersion(ids))
  await migrateTo('0054')
  const [other, real, parted] = [newId(), newId(), newId()]
  const copyOf = (id: string, title: string, isbn: string) => `
    insert into books (id, seller_id, title, author, book_type, branch, original_price, price,
      condition, copies, available, title_key, search_text, isbn)
    values ('${id}', '${ids.seller}', '${title}', 'R. D. Sharma', 'new', 'Science', 40000, 25000,
      'good', 1, 1, 'isbn ${isbn}', 'text', '${isbn}');
    insert into copies (id, book_id, number) values ('${newId()}', '${id}', 1);`
  await run(`
    update books set isbn = '0000000000', title_key = 'isbn 0000000000';
    update orders set title_key = 'isbn 0000000000';
    ${copyOf(other, 'C++: Maths', '0000000000')} ${copyOf(real, 'Wings', '9788129135728')}
    insert into ratings (order_id, title_key, buyer_id, seller_id, book_stars, seller_stars)
    values ('${ids.sold}', 'isbn 0000000000', '${ids.buyer}', '${ids.seller}', 5, 5);
    update books set rating_sum = 5, rating_count = 1 where isbn = '0000000000';
    ${copyOf(parted, 'Boy ;; Roald Dahl', '9780142413814')}
    update books set search_text = 'boy ;; roald dahl ;; r. d. sharma rd sharma ;; ;; ;; ;;'
      where id = '${parted}';
    update accounts set phone = '9876543210', rating_sum = 5, rating_count = 1 where role = 'seller';
    insert into addresses (id, account_id, delivery_address, phone_number, used_at) values
      ('${newId()}', '${ids.buyer}', 'Pune', '9876543210', '2026-02-01'),
      ('${newId()}', '${ids.buyer}', 'Pune', '+919876543210', '2026-01-01'),
      ('${newId()}', '${ids.buyer}', 'Pune', '+14155550123', '2026-01-01')`)

  await migrate(run, { lock: false })
  const { db } = pgliteDatabase(pglite)
  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
  expect(
    await rowsOf(sql`select id, isbn, title_key, rating_count from books order by title_key`),
  ).toEqual([
    { id: other, isbn: null, title_key: 'c++ maths / r d sharma', rating_count: 0 },
    { id: ids.book, isbn: null, title_key: 'godaan / premchand', rating_count: 1 },
    { id: parted, isbn: '9780142413814', title_key: 'isbn 9780142413814', rating_count: 0 },
    { id: real, isbn: '9788129135728', title_key: 'isbn 9788129135728', rating_count: 0 },
  ])
  await transact(db, (db) => rewriteSearchTexts(db, 10))
  expect(await rowsOf(sql`select search_text from books where id = ${parted}`)).toMatchObject([
    { search_text: expect.stringMatching(/^boy ,, roald dahl ;; r\. d\. sharma rd sharma ;; /) },
  ])
  expect(titleKey({ title: 'C++: Maths', author: 'R. D. Sharma' })).toBe('c++ maths / r d sharma')
  expect(
    await rowsOf(sql`select title_key from orders union select title_key from ratings`),
  ).toEqual([{ title_key: 'godaan / premchand' }])
  const phone = '+919876543210'
  expect(await rowsOf(sql`select phone from accounts where phone is not null`)).toEqual([{ phone }])
  expect(await rowsOf(sql`select distinct phone_number from orders`)).toEqual([
    { phone_number: phone },
  ])
  expect(
    await rowsOf(sql`select phone_number, used_at::date::text as used from addresses order by 1`),
  ).toEqual([
    { phone_number: '+14155550123', used: '2026-01-01' },
    { phone_number: phone, used: '2026-02-01' },
  ])
  const result = await verify(db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})
