// What admins look at: everybody, every book, every order, searched and paged, and what admins have done.
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { Account, AdminBook, AdminReview, AdminStats } from '#contract/admin.ts'
import type { AuditEntry } from '#contract/audit-log.ts'
import { displayName } from '#contract/display-names.ts'
import type { Page, Side } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { PasswordRequest } from '#contract/password-requests.ts'
import { selectBooks, toBook } from '#server/books/views.ts'
import { orderRows, viewsOf } from '#server/orders/views.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import type { AuditLogTable, PeopleTable, Tables } from '#server/platform/database/tables.ts'
import {
  cursorId,
  cursorTime,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'

type Ask = PageRequest & { search?: string | undefined }

/** Without a limit a list of books gives this many, the others that many. */
const ceilings = { books: 5000, others: 1000 } as const

const anything = sql<SqlBool>`true`
/** What follows the last row of the page before, by the id in the cursor. */
const after = (id: 'people.id' | 'books.id' | 'orders.id' | 'audit_log.id', ask: PageRequest) => {
  const mark = readCursor(ask.cursor, 1)
  return mark ? sql<SqlBool>`${sql.ref(id)} < ${cursorId(mark[0])}` : anything
}

const counted = sql<number>`count(*)::integer`.as('count')

/** The live accounts of a role whose name or email contains what is searched for, the newest first. */
export async function findAccounts(db: Db, role: Side, ask: Ask): Promise<Page<Account>> {
  const pattern = likePattern(ask.search ?? '')
  const found = ask.search
    ? sql<SqlBool>`(people.name ilike ${pattern} or people.email ilike ${pattern})`
    : anything
  const people = db
    .selectFrom('people')
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .where(found)
  const rows = await people
    .select(['id', 'name', 'email', 'phone', 'role', 'status', 'created_at'])
    .where(after('people.id', ask))
    .orderBy('id', 'desc')
    .limit(rowLimit(ask, ceilings.others))
    .execute()
  const page = toPage(rows, ask, ceilings.others, (row) => [row.id])
  const { count } = await people.select(counted).executeTakeFirstOrThrow()
  return { rows: page.rows.map(accountView), next: page.next, total: count }
}

type Person = Pick<
  Selectable<PeopleTable>,
  'id' | 'name' | 'email' | 'phone' | 'role' | 'status' | 'created_at'
>

/** An account as the contract shows it. */
export const accountView = (row: Person): Account => ({
  _id: row.id,
  name: row.name,
  email: row.email ?? '',
  ...(row.role === 'seller' && { phone: row.phone ?? undefined }),
  status: row.status,
  createdAt: row.created_at.toISOString(),
})

/** The books whose title or branch contains what is searched for, on the market or not, the newest first. */
export async function findBooks(db: Db, ask: Ask): Promise<Page<AdminBook>> {
  const pattern = likePattern(ask.search ?? '')
  const found = ask.search
    ? sql<SqlBool>`(books.title ilike ${pattern} or books.branch ilike ${pattern})`
    : anything
  const rows = await selectBooks(db)
    .select('people.status as seller_status')
    .where('books.deleted_at', 'is', null)
    .where(found)
    .where(after('books.id', ask))
    .orderBy('books.id', 'desc')
    .limit(rowLimit(ask, ceilings.books))
    .execute()
  const { count } = await db
    .selectFrom('books')
    .select(counted)
    .where('deleted_at', 'is', null)
    .where(found)
    .executeTakeFirstOrThrow()
  const page = toPage(rows, ask, ceilings.books, (row) => [row.id])
  const books = page.rows.map((row) => {
    const book = toBook(row)
    return { ...book, seller: { ...book.seller, status: row.seller_status } }
  })
  return { rows: books, next: page.next, total: count }
}

/** Orders by book title, buyer or seller. The name of a deleted account is shown to nobody, and so finds nothing. */
function ordersFound(search: string | undefined) {
  if (!search) return anything
  const pattern = likePattern(search)
  // The first line is what the index answers; the second what it may not tell.
  return sql<SqlBool>`((orders.book_title ilike ${pattern} or orders.buyer_name ilike ${pattern} or orders.seller_name ilike ${pattern})
    and (orders.book_title ilike ${pattern} or (orders.buyer_name ilike ${pattern} and buyer.deleted_at is null)
      or (orders.seller_name ilike ${pattern} and seller.deleted_at is null)))`
}

/** All orders, the newest first; `today` is the date in India. */
export async function findOrders(db: Db, ask: Ask, today: string): Promise<Page<Order>> {
  const found = ordersFound(ask.search)
  const rows = await orderRows(db)
    .where(found)
    .where(after('orders.id', ask))
    .orderBy('orders.id', 'desc')
    .limit(rowLimit(ask, ceilings.others))
    .execute()
  const { count } = await db
    .selectFrom('orders')
    .$if(!!ask.search, (query) =>
      query
        .innerJoin('people as buyer', 'buyer.id', 'orders.buyer_id')
        .innerJoin('people as seller', 'seller.id', 'orders.seller_id'),
    )
    .select(counted)
    .where(found)
    .executeTakeFirstOrThrow()
  const page = toPage(rows, ask, ceilings.others, (row) => [row.id])
  return {
    rows: await viewsOf(db, page.rows, { role: 'admin', today }),
    next: page.next,
    total: count,
  }
}

/** Ratings by book title, author or words, but for those that were removed. */
function ratings(db: Db, search: string | undefined) {
  const pattern = likePattern(search ?? '')
  // The name of a deleted account is empty.
  const found = sql<SqlBool>`(orders.book_title ilike ${pattern} or author.name ilike ${pattern} or ratings.review ilike ${pattern})`
  return db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('people as author', 'author.id', 'ratings.buyer_id')
    .innerJoin('people as seller', 'seller.id', 'ratings.seller_id')
    .where('ratings.removed_at', 'is', null)
    .where(search ? found : anything)
}

/** The ratings that admins may remove, the newest first. */
export async function findReviews(db: Db, ask: Ask): Promise<Page<AdminReview>> {
  const mark = readCursor(ask.cursor, 2)
  const rows = await ratings(db, ask.search)
    .select([
      'ratings.order_id',
      'ratings.book_stars',
      'ratings.seller_stars',
      'ratings.review',
      'ratings.created_at',
    ])
    .select(['orders.book_id', 'orders.book_title', 'ratings.buyer_id', 'ratings.seller_id'])
    .select([
      'author.name as author_name',
      'author.email',
      'author.status',
      'author.deleted_at as author_deleted_at',
    ])
    .select(['seller.name as seller_name', 'seller.deleted_at as seller_deleted_at'])
    .where(
      mark
        ? sql<SqlBool>`(ratings.created_at, ratings.order_id) < (${cursorTime(mark[0])}, ${cursorId(mark[1])})`
        : anything,
    )
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')
    .limit(rowLimit(ask, ceilings.others))
    .execute()
  const page = toPage(rows, ask, ceilings.others, (row) => [row.created_at.getTime(), row.order_id])
  const { count } = await ratings(db, ask.search).select(counted).executeTakeFirstOrThrow()
  const reviews = page.rows.map((row) => ({
    _id: row.order_id,
    book: { _id: row.book_id, title: row.book_title },
    stars: { book: row.book_stars, seller: row.seller_stars },
    review: row.review ?? undefined,
    author: {
      _id: row.buyer_id,
      name: displayName('buyer', { name: row.author_name, deletedAt: row.author_deleted_at }),
      email: row.email ?? undefined,
      status: row.status,
    },
    seller: {
      _id: row.seller_id,
      name: displayName('seller', { name: row.seller_name, deletedAt: row.seller_deleted_at }),
    },
    at: row.created_at.toISOString(),
  }))
  return { rows: reviews, next: page.next, total: count }
}

/** What admins have done, the newest first. */
export async function findAuditEntries(db: Db, ask: PageRequest): Promise<Page<AuditEntry>> {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('people as admin', 'admin.id', 'audit_log.admin_id')
    .leftJoin('people as target', 'target.id', 'audit_log.target_id')
    .selectAll('audit_log')
    .select(['admin.name as admin_name', 'admin.email as admin_email'])
    .select([
      'target.name as target_person',
      'target.email as target_email',
      'target.deleted_at as target_deleted_at',
    ])
    .where(after('audit_log.id', ask))
    .orderBy('audit_log.id', 'desc')
    .limit(rowLimit(ask, ceilings.others))
    .execute()
  const page = toPage(rows, ask, ceilings.others, (row) => [row.id])
  return { rows: page.rows.map(auditView), next: page.next }
}

type AuditRow = Selectable<AuditLogTable> & { admin_name: string; admin_email: string | null } & {
  target_person: string | null
  target_email: string | null
  target_deleted_at: Date | null
}

function auditView({ target_kind: kind, ...row }: AuditRow): AuditEntry {
  const person = { name: row.target_person ?? '', deletedAt: row.target_deleted_at }
  return {
    _id: row.id,
    admin: { _id: row.admin_id, name: row.admin_name, email: row.admin_email ?? undefined },
    what: row.what,
    target: {
      kind,
      _id: row.target_id,
      name: kind === 'book' || kind === 'review' ? row.target_name : displayName(kind, person),
      email: row.target_deleted_at === null ? (row.target_email ?? undefined) : undefined,
    },
    reason: row.reason ?? undefined,
    at: row.at.toISOString(),
  }
}

/** Who waits for a link to a new password or hasn't used theirs yet, the latest first; never who is blocked. */
export async function findPasswordRequests(
  db: Db,
  ask: PageRequest,
): Promise<Page<PasswordRequest>> {
  const mark = readCursor(ask.cursor, 2)
  const requests = db
    .selectFrom('password_resets')
    .innerJoin('people', 'people.id', 'password_resets.person_id')
    .where('used_at', 'is', null)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
  const rows = await requests
    .select(['password_resets.id', 'name', 'email', 'role', 'requested_at'])
    .select((request) =>
      request
        .selectFrom('reset_links')
        .select(({ fn }) => fn.max('expires_at').as('until'))
        .whereRef('request_id', '=', 'password_resets.id')
        .as('expires_at'),
    )
    .where(
      mark
        ? sql<SqlBool>`(requested_at, password_resets.id) < (${cursorTime(mark[0])}, ${cursorId(mark[1])})`
        : anything,
    )
    .orderBy('requested_at', 'desc')
    .orderBy('password_resets.id', 'desc')
    .limit(rowLimit(ask, ceilings.others))
    .execute()
  const page = toPage(rows, ask, ceilings.others, (row) => [row.requested_at.getTime(), row.id])
  const { count } = await requests.select(counted).executeTakeFirstOrThrow()
  return { rows: page.rows.map(requestView), next: page.next, total: count }
}

type RequestRow = Pick<Selectable<PeopleTable>, 'id' | 'name' | 'email' | 'role'> & {
  requested_at: Date
  expires_at: Date | null
}

const requestView = (row: RequestRow): PasswordRequest => ({
  _id: row.id,
  name: row.name,
  email: row.email ?? '',
  role: row.role === 'seller' ? 'seller' : 'buyer',
  requestedAt: row.requested_at.toISOString(),
  linkUntil: row.expires_at?.toISOString(),
})

/** How many books, buyers, sellers and orders there are. */
export async function countAll(db: Kysely<Tables>): Promise<AdminStats> {
  const of = (role: Side) =>
    db.selectFrom('people').select(counted).where('role', '=', role).where('deleted_at', 'is', null)
  const [books, buyers, sellers, orders] = await Promise.all([
    db
      .selectFrom('books')
      .select(counted)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    of('buyer').executeTakeFirstOrThrow(),
    of('seller').executeTakeFirstOrThrow(),
    db.selectFrom('orders').select(counted).executeTakeFirstOrThrow(),
  ])
  return {
    bookCount: books.count,
    buyerCount: buyers.count,
    sellerCount: sellers.count,
    orderCount: orders.count,
  }
}
