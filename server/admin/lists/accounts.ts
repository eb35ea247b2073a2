import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Account } from '#contract/admin/admin.ts'
import type { Page, Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { newestFirst, readPage } from '#server/platform/http/paging.ts'
import { accountsOf, countAll, everything, type ListRequest, maxPageSizes } from './query.ts'

type Person = Pick<
  Selectable<AccountsTable>,
  'id' | 'name' | 'email' | 'phone' | 'role' | 'status' | 'created_at'
> & { to_release?: number }

/** The number of listings that are hidden until an admin releases them. */
const listingsToRelease = sql<number>`(select count(*)::integer from books
  where seller_id = accounts.id and hidden_since_block and deleted_at is null)`

const toAccount = (row: Person): Account => ({
  _id: row.id,
  name: row.name,
  email: row.email ?? '',
  ...(row.role === 'seller' && { phone: row.phone ?? undefined }),
  status: row.status,
  createdAt: row.created_at.toISOString(),
  ...(row.role === 'seller' &&
    row.status === 'active' &&
    row.to_release && { listingsToRelease: row.to_release }),
})

/** Throws account_not_found. */
export async function findAccountById(db: Db, id: string): Promise<Account> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'phone', 'role', 'status', 'created_at'])
    .select(listingsToRelease.as('to_release'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('account_not_found')
  return toAccount(row)
}

export async function findAccounts(
  db: Db,
  role: Side,
  request: ListRequest,
): Promise<Page<Account>> {
  const pattern = likePattern(request.search ?? '')
  const matches = request.search
    ? sql<SqlBool>`(accounts.name ilike ${pattern} or accounts.email ilike ${pattern})`
    : everything
  const accounts = accountsOf(db, role).where(matches)
  const found = accounts
    .select(['id', 'name', 'email', 'phone', 'role', 'status', 'created_at'])
    .select(listingsToRelease.as('to_release'))
  const page = await readPage(found, request, maxPageSizes.others, newestFirst('accounts.id'))
  return { ...page, rows: page.rows.map(toAccount), total: await countAll(db, accounts) }
}
