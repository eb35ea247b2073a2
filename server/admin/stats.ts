import type { Kysely } from 'kysely'
import type { AdminStats } from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { totalCount } from '#server/admin/lists/query.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export async function countAll(db: Kysely<Tables>): Promise<AdminStats> {
  const countAccounts = (role: Side) =>
    db
      .selectFrom('accounts')
      .select(totalCount)
      .where('role', '=', role)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  const [books, buyers, sellers, orders] = await Promise.all([
    db
      .selectFrom('books')
      .select(totalCount)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    countAccounts('buyer'),
    countAccounts('seller'),
    db.selectFrom('orders').select(totalCount).executeTakeFirstOrThrow(),
  ])
  return {
    bookCount: books.count,
    buyerCount: buyers.count,
    sellerCount: sellers.count,
    orderCount: orders.count,
  }
}
