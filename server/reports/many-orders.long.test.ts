import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportOrders, readSellerStats } from '#contract/orders/reports.ts'
import { as, makeChat, testApp } from '#server/testing.ts'

const count = 50_000

test('50,000 orders are exported once each, in short requests', async () => {
  const { seller, buyer, bookId, chatId } = await makeChat()
  const { db } = (await testApp()).context
  await sql`
    insert into orders (id, chat_id, book_id, buyer_id, seller_id, order_type, status, price,
      delivery_address, phone_number, book_title, book_type, title_key, branch, original_price,
      buyer_name, seller_name, created_at, confirmed_at, delivered_at)
    select ('0190' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      ${chatId}, ${bookId}, ${buyer.id}, ${seller.id}, 'purchase',
      case when n % 3 = 0 then 'Delivered' else 'Pending' end, 25000, '12 Lake Road', '+919876543210',
      'गोदान ' || n, 'old', 'godaan', 'Fiction', 50000, 'A Buyer', 'A Seller',
      '2026-04-01'::timestamptz + n * interval '10 minutes',
      '2026-04-01', case when n % 3 = 0 then '2026-06-01'::timestamptz end
    from generate_series(1, ${sql.lit(count)}) as n`.execute(db)
  await sql`insert into payments (order_id, kind, received, received_at)
    select id, 'price', 25000, now() from orders where status = 'Delivered'
      and seller_id = ${seller.id}`.execute(db)
  const rows: string[] = []
  const times: number[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
    const startedAt = performance.now()
    const { body } = await as(seller).call(exportOrders, { financialYear: '2026-27', cursor })
    times.push(performance.now() - startedAt)
    rows.push(...body.csv.trimEnd().split('\r\n'))
    cursor = body.next
  }
  const titles = rows.slice(1).map((row) => /गोदान \d+/.exec(row)?.[0])
  expect([titles.length, new Set(titles).size]).toEqual([count, count])
  expect(Math.max(...times)).toBeLessThan(3000)
  const { money } = (await as(seller).call(readSellerStats, { details: true })).body
  expect([money?.total, money?.received.orders]).toEqual([count * 250, Math.floor(count / 3)])
})
