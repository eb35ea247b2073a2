import { sql } from 'kysely'
import { hashPassword } from '#server/auth/passwords.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { openEmbedded } from '#server/platform/db.ts'
import { fileStorage } from '#server/platform/storage.ts'

const dir = '/tmp/c/data-' + process.pid
const database = await openEmbedded(dir)
const storage = await fileStorage(dir + '/photos')
const t = performance.now()
await fillDemo({
  db: database.db,
  storage,
  hash: hashPassword,
  now: new Date(),
  withAdmin: true,
  pictures: (process.argv[2] ?? 'each') as any,
  say: console.log,
})
console.log('fill', performance.now() - t)
const q = async (s: string) => console.log((await sql.raw(s).execute(database.db)).rows)
await q(`select status,order_type,count(*) from orders group by 1,2 order by 1,2`)
await q(
  `select count(*) books, count(*) filter (where available>0) avail, count(*) filter (where book_type='new') new, count(*) filter (where is_rentable) rentable, count(*) filter (where predicted_price is not null) predicted, count(*) filter (where rating>=4) best, count(*) filter (where rating<4) less from books`,
)
await q(`select branch,count(*),count(*) filter (where available>0) a from books group by 1 order by 2`)
await q(
  `select p.name,p.seller_type,count(distinct b.id) books,(select count(*) from orders o where o.seller_id=p.id) orders, (select sum(seller_unread) from chats c where c.seller_id=p.id) unread from people p join books b on b.seller_id=p.id group by p.id order by 3 desc`,
)
await q(
  `select name,(select count(*) from orders o where o.buyer_id=p.id) o,(select sum(buyer_unread) from chats c where c.buyer_id=p.id) u from people p where email='buyer@dobara.example'`,
)
await q(`select to_char(created_at,'YYYY-MM') m,count(*),sum(price)/100 from orders group by 1 order by 1`)
await q(
  `select count(*) c,(select count(*) from messages) m,(select count(*) from ratings) r,(select count(distinct book_id) from recommendations) rec,(select count(*) from photos) ph from chats`,
)
await q(
  `select body,sender_model from messages where chat_id=(select chat_id from orders where order_type='rent' and returned_at is not null limit 1) order by number`,
)
await database.close()
console.log(dir)
