// Parts of queries that the admins' lists share.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { AdminStats } from '#contract/admin/admin.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'

export type ListRequest = PageRequest & { search?: string | undefined }

export const maxPageSizes = { books: 5000, others: 1000 } as const

export const everything = sql<SqlBool>`true`

export async function countAll<DB, Tables extends keyof DB>(
  db: Db,
  all: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from ${all.select(sql`1`.as('one')).as('listed')}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export const accountsOf = (db: Db, role: Side) =>
  db.selectFrom('accounts').where('role', '=', role).where('deleted_at', 'is', null)

export const undeletedBooks = (db: Db) => db.selectFrom('books').where('deleted_at', 'is', null)

export const readStats = async (db: Db): Promise<AdminStats> => ({
  bookCount: await countAll(db, undeletedBooks(db)),
  buyerCount: await countAll(db, accountsOf(db, 'buyer')),
  sellerCount: await countAll(db, accountsOf(db, 'seller')),
  orderCount: await countAll(db, db.selectFrom('orders')),
})
