// The lists of books: the market's, page by page, its shelves, and a seller's own.
import { type Kysely, sql } from 'kysely'
import type { BookSort } from '#contract/book-forms.ts'
import type { Book, ShelfBook } from '#contract/books.ts'
import { branches as knownBranches } from '#contract/branches.ts'
import type { Page } from '#contract/endpoint.ts'
import { bestsellerRating } from '#contract/policy.ts'
import {
  answers,
  type Filters,
  findMatchStep,
  type MatchStep,
  matchSteps,
  narrowedBy,
  rankOf,
  within,
} from '#server/books/search/search.ts'
import { sortingBy } from '#server/books/search/sorting.ts'
import { readSearch } from '#server/books/search/words.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { availabilityOf, ownerActions } from './rules.ts'
import { openOrders } from './store.ts'
import { isListed, isRecommended, isRented, selectBooks, toBook } from './views.ts'

/** Without a limit a list gives this many books. */
const ceiling = 5000
/** A shelf shows so many books, and Explore Books so many shelves of branches. */
const shelfLength = 20
const mostShelves = 60

/** One page of the market; the cursor remembers how far the search reached when it began. */
export async function listMarket(
  db: Kysely<Tables>,
  filters: Filters & { sort?: BookSort | undefined } & PageRequest,
  found: { reach: MatchStep; total: number },
): Promise<Page<Book>> {
  const begun = filters.cursor === undefined ? undefined : readCursor(filters.cursor, 3)
  const reach = matchSteps.find((one) => one === begun?.[0]) ?? found.reach
  const rank =
    reach === 'exact' || reach === 'near' ? rankOf(readSearch(filters.search)) : sql<number>`0`
  const sorting = sortingBy(
    filters.sort ?? (reach === 'exact' || reach === 'near' ? 'rank' : 'newest'),
    rank,
  )
  const rows = await within(db, reach, (db) => {
    const query = selectBooks(db).select(rank.as('rank')).where(narrowedBy(filters, reach))
    return (begun ? query.where(sorting.after(begun.slice(1))) : query)
      .orderBy(sorting.by)
      .limit(rowLimit(filters, ceiling))
      .execute()
  })
  const page = toPage(rows, filters, ceiling, (row) => [reach, ...sorting.mark(row)])
  return { rows: page.rows.map(toBook), next: page.next, total: found.total }
}

const byPlace = (branch: string) => {
  const place = (knownBranches as readonly string[]).indexOf(branch)
  return place < 0 ? knownBranches.length : place
}
const inOrder = (a: string, b: string) => byPlace(a) - byPlace(b) || a.localeCompare(b, 'en-IN')

/** The branches with books on the market, and all that a book can stand in: the known ones, and any other in use. */
export async function listUsedBranches(db: Db): Promise<{ branches: string[]; used: string[] }> {
  // From one branch to the next in the index, instead of past every book: https://wiki.postgresql.org/wiki/Loose_indexscan
  const { rows } = await sql<{ branch: string }>`
    with recursive used (branch) as (
      (select books.branch from books join people on people.id = books.seller_id where ${isListed} order by books.branch limit 1)
      union all
      select (select books.branch from books join people on people.id = books.seller_id
        where ${isListed} and books.branch > used.branch order by books.branch limit 1)
      from used where used.branch is not null
    ) select branch from used where branch is not null`.execute(db)
  const used = rows.map(({ branch }) => branch).sort(inOrder)
  return { branches: [...new Set([...knownBranches, ...used])], used }
}

/** A shelf shows covers only: hundreds of books stand on one page. */
const onShelf = (row: Parameters<typeof toBook>[0]): ShelfBook => {
  const book = toBook(row)
  return { ...book, images: book.images.slice(0, 1) }
}

/** What Explore Books shows of a search or a branch. */
export async function listMarketShelves(db: Kysely<Tables>, filters: Filters) {
  const { reach } = filters.search ? await findMatchStep(db, filters) : { reach: 'all' as const }
  const narrowed = narrowedBy(filters, reach)
  return within(db, reach, async (db) => {
    const shelf = () => selectBooks(db).where(narrowed).limit(shelfLength)
    const recommended = await shelf().where(isRecommended).orderBy('books.id', 'desc').execute()
    const best = shelf().where('books.rating', '>=', String(bestsellerRating))
    const bestsellers = await best
      .orderBy('books.rating', 'desc')
      .orderBy('books.id', 'desc')
      .execute()
    const totals = await db
      .selectFrom('books')
      .innerJoin('people', 'people.id', 'books.seller_id')
      .select(['branch', sql<number>`count(*)::integer`.as('total')])
      .where(narrowed)
      .groupBy('branch')
      .orderBy('total', 'desc')
      .orderBy('branch')
      .limit(mostShelves)
      .execute()
    const newest = sql<string>`(select newest.id from (values ${sql.join(totals.map(({ branch }) => sql`(${branch}::text)`))}) as shelf (branch)
      cross join lateral (select books.id from books join people on people.id = books.seller_id
        where ${narrowed} and books.branch = shelf.branch order by books.id desc limit ${shelfLength}) as newest)`
    const rows =
      totals.length === 0
        ? []
        : await selectBooks(db)
            .where('books.id', 'in', newest)
            .orderBy('books.id', 'desc')
            .execute()
    const books = Map.groupBy(rows.map(onShelf), ({ branch }) => branch)
    const branches = totals.map(({ branch, total }) => ({
      branch,
      total,
      books: books.get(branch) ?? [],
    }))
    branches.sort((a, b) => inOrder(a.branch, b.branch))
    return {
      recommended: recommended.map(onShelf),
      bestsellers: bestsellers.map(onShelf),
      branches,
    }
  })
}

/** A seller's own books, the newest first, sold ones too. */
export async function listOwn(
  db: Kysely<Tables>,
  sellerId: string,
  ask: { search?: string | undefined } & PageRequest,
) {
  const own = sql<boolean>`books.seller_id = ${sellerId} and books.deleted_at is null and ${answers(readSearch(ask.search), 'exact')}`
  const begun = ask.cursor === undefined ? undefined : readCursor(ask.cursor, 1)
  const query = selectBooks(db)
    .select([isRented.as('rented'), openOrders.as('open_orders')])
    .where(own)
    .orderBy('books.id', 'desc')
    .limit(rowLimit(ask, ceiling))
  const rows = await (begun ? query.where('books.id', '<', cursorId(begun[0])) : query).execute()
  const { total } = await db
    .selectFrom('books')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(own)
    .executeTakeFirstOrThrow()
  const page = toPage(rows, ask, ceiling, (row) => [row.id])
  const books = page.rows.map((row) => ({
    ...toBook(row),
    availability: availabilityOf(row),
    can: ownerActions(row.open_orders),
  }))
  return { rows: books, next: page.next, total }
}
