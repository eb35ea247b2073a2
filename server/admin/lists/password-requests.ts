import type { Selectable } from 'kysely'
import type { PasswordRequest } from '#contract/admin/password-requests.ts'
import type { Page } from '#contract/common/endpoint.ts'
import type { AccountsTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { countAll, maxPageSizes } from './query.ts'

type RequestRow = Pick<Selectable<AccountsTable>, 'id' | 'name' | 'email' | 'role'> & {
  requested_at: Date
  expires_at: Date | null
}

const toPasswordRequest = (row: RequestRow): PasswordRequest => ({
  _id: row.id,
  name: row.name,
  email: row.email ?? '',
  role: row.role === 'seller' ? 'seller' : 'buyer',
  requestedAt: row.requested_at.toISOString(),
  linkUntil: row.expires_at?.toISOString(),
})

export async function findPasswordRequests(
  db: Db,
  request: PageRequest,
): Promise<Page<PasswordRequest>> {
  const requests = db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .leftJoin('helpers', 'helpers.id', 'password_resets.helper_id')
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
  const listed = requests
    .select(['password_resets.id', 'role'])
    .select(({ fn }) => [
      fn.coalesce('helpers.name', 'accounts.name').as('name'),
      fn.coalesce('helpers.email', 'accounts.email').as('email'),
    ])
    .select(['requested_at', 'expires_at'])
  const newest = newestFirst('password_resets.id', 'requested_at')
  const page = await readPage(listed, request, maxPageSizes.others, newest)
  const total = await countAll(db, requests)
  return { rows: page.rows.map(toPasswordRequest), next: page.next, total }
}
