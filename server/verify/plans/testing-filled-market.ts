// A market in which every table that lists read is large. Two buyers and two sellers send the
// requests. One of each has many rows. The other has only a few, which are the oldest, because a
// list that reads too much finds these last.
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { insertManyBooks, manyBooks } from '#server/books/search/testing-many-books.ts'
import { fillQuickly } from '#server/platform/database/testing-fill.ts'
import { makeAccount, type TestAccount } from '#server/testing.ts'

type Pair = { many: TestAccount; few: TestAccount }
export type Asking = { buyers: Pair; sellers: Pair; admin: TestAccount }

/**
 * The number of people for each role, and the number of chats. Each chat has an order, and chat `n`
 * is about book `n`.
 */
const [people, chats] = [20_000, 60_000]

const kinds = {
  book: '0',
  account: 'a',
  chat: 'c',
  order: 'd',
  copy: 'e',
  message: 'f',
  offer: '1',
  meeting: '2',
  problem: '3',
  exchange: '4',
  want: '5',
  complaint: '6',
  other: '7',
} as const
type Kind = keyof typeof kinds

/** An exchange has the number of its order. Rings have numbers from 100,001. */
const [firstRing, rings] = [100_000, 1500]
export const lastRing = firstRing + rings

const beginningOf = (kind: Kind) => `${kinds[kind]}0000000-0000-7000-8000-`

/** Returns SQL for the id of the thing with a number. */
const id = (kind: Kind, n: string | number) =>
  `('${beginningOf(kind)}' || lpad(to_hex(${n}), 12, '0'))::uuid`
export const idOf = (kind: Kind, n: number): string =>
  beginningOf(kind) + n.toString(16).padStart(12, '0')

const account = (role: 'buyer' | 'seller', n: string) =>
  id('account', `2 * (${n})${role === 'seller' ? ' + 1' : ''}`)

/**
 * The people with many rows have every thirty-first thing, among them this exchange, deal, rental,
 * meeting and offer. `few` is the number of the things of the people with few rows.
 */
export const numbers = { exchange: 1, deal: 32, rent: 63, met: 94, offer: 125, few: 7 } as const
const ofMany = (n: string) => `${n} % 31 = 1`
const of = (kind: 'buyer' | 'seller', { many, few }: Pair, n = 'n') => `case when ${ofMany(n)}
  then '${many.id}'::uuid when ${n} = ${numbers.few} then '${few.id}'::uuid
  else ${account(kind, `${n} % ${people} + 1`)} end`

const from = (count: number) => `from generate_series(1, ${count}) as n`
const at = (n = 'n') => `now() - (${manyBooks} - ${n}) * interval '1 minute'`
/** The title of a thousand books. Every other title has four books. */
export const popularTitle = 'a popular title'
const titleKey = `case when n % 100 = 19 then '${popularTitle}' else 'title ' || n % 25000 end`
const later = `now() + interval '1 day'`
const photo = `encode(sha256((n % 500)::text::bytea), 'hex')`
const personOf = ({ id }: TestAccount) => `(select person_id from accounts where id = '${id}')`

const person = (role: 'buyer' | 'seller', sellerType: string) => `
  insert into accounts (id, person_id, role, status, name, email, password_hash, seller_type)
  select ${account(role, 'n')}, ${account(role, 'n')}, '${role}',
    case when n % 1000 = 500 then 'blocked' else 'active' end, 'A ${role} ' || n,
    '${role}' || n || '@example.com', 'none', ${sellerType} ${from(people)}`

const peopleOf = ({ buyers, admin }: Asking): string[] => [
  person('buyer', 'null'),
  person('seller', `'student'`),
  `insert into sessions (token_hash, account_id, login_account_id, expires_at)
    select encode(sha256(id::text::bytea), 'hex'), id, id, ${later} from accounts`,
  `insert into addresses (id, account_id, delivery_address, phone_number, used_at)
    select ${id('other', 'n')}, case when n < 9 then '${buyers.many.id}'::uuid else ${account('buyer', 'n')} end,
      n || ' Lake Road, Pune', '+919876543210', ${at()} ${from(people)}`,
  `insert into notification_settings (person_id, email, unsubscribe_token)
    select person_id, email, id from accounts where role = 'buyer'`,
  `insert into account_blocks (person_id, blocked_person_id, blocked_account_id, created_at)
    select case when n < 100 then ${personOf(buyers.many)} else ${account('buyer', 'n')} end,
      ${account('seller', 'n')}, ${account('seller', 'n')}, ${at()} ${from(people)}`,
  `insert into password_resets (id, account_id, requested_at, token_hash, expires_at)
    select ${id('other', 'n')}, ${account('buyer', 'n')}, ${at()}, encode(sha256(n::text::bytea), 'hex'), ${later} ${from(people)}`,
  `insert into audit_log (id, admin_id, action, target_kind, target_id, target_name)
    select ${id('other', 'n')}, '${admin.id}', 'block', 'buyer', ${account('buyer', 'n')}, '' ${from(people)}`,
  `insert into complaints (id, reporter_id, reported_id, subject_kind, subject_id, book_id, chat_id, order_id,
      reason, reported_name, created_at, outcome, closed_at, closed_by)
    select ${id('complaint', 'n')}, ${account('buyer', 'n')}, ${account('seller', 'n')},
      case when is_of_order then 'order' else 'listing' end,
      case when is_of_order then ${id('order', 'n')} else ${id('book', 'n')} end,
      case when not is_of_order then ${id('book', 'n')} end, case when is_of_order then ${id('chat', 'n')} end,
      case when is_of_order then ${id('order', 'n')} end, 'spam', 'A seller', ${at()},
      case when is_closed then 'dismissed' end, case when is_closed then ${at()} end,
      case when is_closed then '${admin.id}'::uuid end
    ${from(people)}, lateral (select n % 3 = 0 as is_of_order, n < 19500 as is_closed) as facts`,
]

const factsOfBooks = [
  `insert into photos (hash, width, height) select ${photo}, 600, 900 ${from(500)}`,
  `insert into book_photos (book_id, position, hash) select id, 0, ${photo}
    from (select id, row_number() over () as n from books) as numbered`,
  `insert into copies (id, book_id, number) select ${id('copy', 'n')}, ${id('book', 'n')}, 1 ${from(manyBooks)}`,
  `insert into similar_books (book_id, ids, recommended) select ${id('book', 'n')},
    array(select ${id('book', 'n + place')} from generate_series(1, 12) as place), case when n % 6 = 0 then 3 else 0 end
    ${from(manyBooks - 20)} where n % 2 = 0`,
  `insert into market_factors (day, factor, sales) select current_date - n, 1, 100 ${from(30)}`,
]

const isDelivered = `n % 40 > 0 and n < 59000`

const talkOf = ({ buyers, sellers }: Asking): string[] => [
  `insert into chats (id, book_id, buyer_id, seller_id, message_count, buyer_unread, is_unanswered, created_at, updated_at)
    select ${id('chat', 'n')}, ${id('book', 'n')}, ${of('buyer', buyers)}, ${of('seller', sellers)},
      case when n = 1 then 5002 else 2 end, (n % 3 = 0)::integer,
      n % 2 = 1, ${at()}, ${at()} ${from(chats)}`,
  `insert into offers (id, chat_id, made_by, status, order_type, amount, hand_over, created_at, expires_at, settled_at, top_up)
    select ${id('offer', 'n')}, ${id('chat', 'n')}, 'buyer', case when n % 6 = 5 then 'open' else 'accepted' end, 'purchase',
      20000, 'meet', ${at()}, ${later}, case when n % 6 < 5 then now() end, case when n % 6 = 1 then 0 end
    ${from(chats)} where n % 6 in (1, 2, 5)`,
  `insert into offer_items (offer_id, position, book_id, copies, asking_price, value)
    select ${id('offer', 'n')}, 0, ${id('book', 'n')}, 1, 20000, case when n % 6 = 1 then 20000 end
    ${from(chats)} where n % 6 in (1, 2, 5)`,
  `insert into meetings (id, chat_id, code, place, created_at)
    select ${id('meeting', 'n')}, ${id('chat', 'n')}, '1234', 'Library', ${at()} ${from(chats)} where n % 6 in (0, 4)`,
  `insert into messages (id, chat_id, number, sender_model, sender_id, body, transport, created_at, offer_id, order_id)
    select ${id('message', 'n')}, ${id('chat', 'n')}, 1, 'Buyer', ${of('buyer', buyers)}, 'Hello', 'http', ${at()}, null::uuid, null::uuid
    ${from(chats)}
    union all select ${id('message', `n + ${chats}`)}, ${id('chat', 'n')}, 2, 'System', null, 'An order', 'system', ${at()},
      case when n % 6 in (1, 2, 5) then ${id('offer', 'n')} end, ${id('order', 'n')} ${from(chats)}
    union all select ${id('message', `n + ${2 * chats}`)}, ${id('chat', 1)}, n + 2, 'Buyer', '${buyers.many.id}', 'Hello', 'http', ${at()}, null, null
    ${from(5000)}`,
  `insert into notifications (id, account_id, kind, text, chat_id, created_at, unread_since, read_at, in_chat)
    select ${id('other', 'n')}, case when n % 31 = 2 then '${sellers.many.id}'::uuid when n = 8 then '${sellers.few.id}'::uuid
      else ${of('buyer', buyers)} end, case when is_message then 'message' else 'listing' end,
      case when not is_message then 'News' end, case when is_message then ${id('chat', `n % ${chats} + 1`)} end,
      ${at()}, ${at()}, case when is_message or n % 2 = 0 then now() end, is_message
    ${from(manyBooks)}, lateral (select n % 5 = 4 as is_message) as facts`,
]

const ordersOf = ({ buyers, sellers }: Asking): string[] => [
  `insert into orders (id, chat_id, book_id, buyer_id, seller_id, order_type, status, price, is_custom_price,
      rent_days, rent_start, rent_end, delivery_address, phone_number, book_title, book_type, title_key, branch, condition,
      publication_year, original_price, buyer_name, seller_name, created_at, delivered_at, confirmed_at, returned_at,
      proposed_until, offer_id, meeting_id, exchange_id)
    select ${id('order', 'n')}, ${id('chat', 'n')}, ${id('book', 'n')}, ${of('buyer', buyers)}, ${of('seller', sellers)},
      case when is_rent then 'rent' else 'purchase' end,
      case when n % 40 = 0 then 'Cancelled' when ${isDelivered} then 'Delivered' when n % 2 = 0 then 'Shipped' else 'Pending' end,
      20000, n % 2 = 0, case when is_rent then 3 end, case when is_rent then current_date - 3 end, case when is_rent then current_date end,
      '12 Lake Road', '+919876543210', 'Title' || case when n % 2500 = 9 then ' of a rarity' else '' end, 'old', ${titleKey},
      (array['Law', 'Law', 'Law', 'Civil', 'Medical'])[n % 5 + 1], 'good', 2015, 200000, 'A buyer ' || n, 'A seller ' || n,
      ${at()}, case when ${isDelivered} then ${at()} end, case when n % 4 > 0 then ${at()} end,
      case when is_rent and n < 58000 then ${at()} end, case when n % 4 = 0 then ${later} end,
      case when n % 6 = 2 then ${id('offer', 'n')} end, case when n % 6 in (0, 4) then ${id('meeting', 'n')} end,
      case when n % 6 = 1 and n < 24000 then ${id('exchange', 'n')} end
    ${from(chats)}, lateral (select n % 6 = 3 as is_rent) as facts`,
  `insert into order_events (id, order_id, kind, status, actor_model, actor_id, created_at)
    select gen_random_uuid(), id, kind, status, 'Seller', seller_id, created_at
    from orders, unnest('{created,status}'::text[]) as kind order by orders.id, kind`,
  `insert into ratings (order_id, title_key, buyer_id, seller_id, book_stars, seller_stars, review, created_at)
    select id, title_key, buyer_id, seller_id, 4, 5,
      case when book_title <> 'Title' then 'Smells of coffee.' else 'Clean pages.' end, created_at
    from orders where status = 'Delivered' and order_type = 'purchase' and is_custom_price or book_title <> 'Title'`,
  `insert into payments (order_id, kind, paid, paid_at) select id, 'price', price, created_at from orders where not is_custom_price`,
  `insert into holds (order_id, copy_id, during)
    select ${id('order', 'n')}, ${id('copy', 'n')}, daterange(current_date, null) ${from(chats)} where n % 20 = 3`,
  `insert into problems (id, order_id, reason, created_at, solved_at, outcome, solved_by)
    select ${id('problem', 'n')}, ${id('order', 'n')}, 'damaged', ${at()}, case when n < 50000 then ${at()} end,
      case when n < 50000 then 'refund' end, case when n < 50000 then 'Buyer' end ${from(chats)} where n % 20 = 3`,
  `insert into problem_messages (id, problem_id, number, sender_model, body, created_at)
    select id, id, 1, 'Buyer', 'Torn.', created_at from problems`,
]

const exchangesOf = ({ buyers }: Asking): string[] => [
  `insert into exchanges (id, kind, offer_id, chat_id, created_at, agreed_at)
    select exchange_id, 'direct', ${id('offer', 'n')}, chat_id, created_at, created_at ${from(chats)}
    join orders on orders.id = ${id('order', 'n')} where exchange_id is not null`,
  `insert into exchanges (id, kind, created_at, expires_at, ended_at, ended_because)
    select ${id('exchange', `n + ${firstRing}`)}, 'ring', ${at()}, ${later}, case when n < 1400 then now() end,
      case when n < 1400 then 'lapsed' end ${from(rings)}`,
  `insert into exchange_members (exchange_id, number, person_id, buyer_id, seller_id, pays)
    select exchange_id, 1, person_id, accounts.id, null::uuid, 0
    from orders join accounts on accounts.id = buyer_id where exchange_id is not null
    union all select exchange_id, 2, person_id, null, accounts.id, 0
    from orders join accounts on accounts.id = seller_id where exchange_id is not null
    union all select ${id('exchange', `n + ${firstRing}`)}, 1, case when n > ${rings - 3} then ${personOf(buyers.many)} else ${account('buyer', 'n')} end,
      case when n > ${rings - 3} then '${buyers.many.id}'::uuid else ${account('buyer', 'n')} end, null, 0 ${from(rings)}
    union all select ${id('exchange', `n + ${firstRing}`)}, 2, ${account('seller', 'n')}, null, ${account('seller', 'n')}, 0 ${from(rings)}`,
  `insert into exchange_legs (exchange_id, number, giver, receiver, book_id, value, order_id, want_id, hand_over)
    select exchange_id, 1, 2, 1, book_id, price, id, null::uuid, null from orders where exchange_id is not null
    union all select ${id('exchange', `n + ${firstRing}`)}, 1, 2, 1, ${id('book', `n + ${chats}`)}, 20000, null,
      ${id('want', `n + ${people - rings + 100}`)}, 'meet' ${from(rings)}`,
  `insert into exchange_payments (exchange_id, number, payer, payee, amount)
    select exchange_id, 1, 1, 2, 100 from orders where exchange_id is not null`,
  `insert into exchange_cases (id, exchange_id, order_id, reason, created_at, closed_at)
    select id, exchange_id, id, 'missing', created_at, case when created_at < ${at('20000')} then created_at end
    from orders where exchange_id is not null`,
  `insert into ring_messages (id, exchange_id, member, text, created_at)
    select ${id('other', 'n')}, case when n % 2 = 0 then ${id('exchange', lastRing)} else ${id('exchange', `n % ${rings} + 1 + ${firstRing}`)} end,
      1, 'Hello', ${at()} ${from(6000)}`,
]

const wishesOf = ({ buyers }: Asking): string[] => [
  `insert into wants (id, person_id, title, author, branch, search_text, worst_condition, max_top_up, created_at)
    select ${id('want', 'n')}, case when n > ${people} + 1 then ${personOf(buyers.many)}
      when n > ${people} then ${personOf(buyers.few)} else ${account('buyer', 'n')} end,
      'Title ' || n % 5000, 'Author', (array['Law', 'Civil', 'Medical'])[n % 3 + 1],
      'title ' || n % 5000 || ' ;; author', 'poor', 0, ${at()} ${from(people + 100)}`,
  `insert into reservations (id, book_id, want_id, person_id, created_at, expires_at, ended_at, outcome)
    select ${id('other', 'n')}, ${id('book', `n + ${chats}`)}, ${id('want', 'n')}, ${account('buyer', 'n')}, now(), ${later},
      case when n < 1000 then now() end, case when n < 1000 then 'lapsed' end ${from(2000)}`,
  `insert into saved_books (account_id, book_id, price, notified_price, is_gone, created_at)
    select ${of('buyer', buyers)}, ${id('book', 'n')}, 20000, 20000, false, ${at()} ${from(15_000)}`,
  `insert into saved_searches (id, account_id, filters, key, created_at)
    select ${id('other', 'n')}, case when n < 100 then '${buyers.many.id}'::uuid else ${account('buyer', 'n')} end, '{"search": "optics"}', n, ${at()}
    ${from(people)}`,
]

export async function fillMarket(db: Kysely<Tables>): Promise<Asking> {
  const asking = {
    buyers: { many: await makeAccount('buyer'), few: await makeAccount('buyer') },
    sellers: { many: await makeAccount('seller'), few: await makeAccount('seller') },
    admin: await makeAccount('admin'),
  }
  await fillQuickly(db, async (db) => {
    await insertManyBooks(db, {
      seller: sql.raw(of('seller', asking.sellers)),
      available: sql.raw(`case when n % 20 = 3 and n <= ${chats} then 0 else 1 end`),
      titleKey: sql.raw(titleKey),
    })
    const parts = [
      ...[...peopleOf(asking), ...factsOfBooks, ...talkOf(asking), ...ordersOf(asking)],
      ...[...exchangesOf(asking), ...wishesOf(asking)],
    ]
    for (const part of parts) await sql.raw(part).execute(db)
  })
  return asking
}
