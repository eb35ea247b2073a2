// Notifies buyers that a book they saved costs less or is gone.
import { type SqlBool, sql } from 'kysely'
import { fromHolds, isRented, isVisible, reservedUntil } from '#server/books/views.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { maxSavedBooks } from '#server/wishlist/limits.ts'
import { deleteRemoved } from '#server/wishlist/saved.ts'
import { allGoneText, goneText, priceFellText, pricesFellText } from '#server/wishlist/texts.ts'

/** Nobody is notified of a price that fell by less than this, in paise. */
const minPriceFall = 100

/** More than a buyer can save, so that a batch has all books of at least one buyer. */
const maxNotices = maxSavedBooks + 100

/** A buyer is notified of a lower price of the same book at most this often. */
const priceNoticeMs = 60 * 60_000

const isRemoved = sql<boolean>`(books.deleted_at is not null or books.is_hidden
  or accounts.status <> 'active' or accounts.deleted_at is not null)`

const isCheaper = (now: Date) => sql<boolean>`(notified_price - books.price >= ${minPriceFall}
  and coalesce(notified_at <= ${new Date(now.getTime() - priceNoticeMs)}, true))`

/**
 * Selects and locks saved books that cost less or have left or come back since their buyer was
 * notified. A reserved book doesn't count as gone, because its buyer may decide against it. If
 * `is_silent` is set, the buyer isn't notified, because they list or have ordered the book, or
 * because of a block.
 */
const selectChanged = (db: Db, now: Date) =>
  db
    .selectFrom('saved_books')
    .innerJoin('books', 'books.id', 'saved_books.book_id')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .innerJoin('accounts as me', 'me.id', 'saved_books.account_id')
    .select(['account_id', 'book_id', 'notified_price', 'is_gone', 'title', 'books.price'])
    .select([isVisible.as('is_listed'), isRemoved.as('is_removed'), isRented.as('rented')])
    .select(isCheaper(now).as('is_cheaper'))
    .select(
      sql<boolean>`me.person_id = accounts.person_id
        or ${areBlocked(sql`me.person_id`, sql`accounts.person_id`)}
        or exists (select ${fromHolds} and orders.buyer_id = me.id)`.as('is_silent'),
    )
    .where('removed_at', 'is', null)
    .where(
      sql<SqlBool>`case when ${isVisible} then is_gone or ${isCheaper(now)}
        else not is_gone and (${isRemoved} or ${reservedUntil} is null) end`,
    )
    .orderBy('account_id')
    .orderBy('book_id')
    .limit(maxNotices)
    .forUpdate('saved_books')
    .skipLocked()
type Changed = Awaited<ReturnType<ReturnType<typeof selectChanged>['execute']>>[number]

type Notice = { accountId: string; isFall: boolean; text: string; bookId?: string }

/** Marks what the buyer knows from now on. Returns the notice, unless they needn't be notified. */
async function noticeOf(db: Db, saved: Changed, now: Date): Promise<Notice | undefined> {
  const { account_id: accountId, book_id: bookId, title, price, is_listed: isListed } = saved
  const hasFallen = isListed && saved.is_cheaper
  await db
    .updateTable('saved_books')
    .set({ is_gone: !isListed, ...(hasFallen && { notified_price: price, notified_at: now }) })
    .where('account_id', '=', accountId)
    .where('book_id', '=', bookId)
    .execute()
  if (saved.is_silent || (isListed && !hasFallen)) return undefined
  return hasFallen
    ? {
        accountId,
        isFall: true,
        text: priceFellText(title, saved.notified_price, price),
        bookId,
      }
    : {
        accountId,
        isFall: false,
        text: goneText(title, saved.is_removed ? 'removed' : saved.rented ? 'rented' : 'sold'),
      }
}

/** Sends a buyer one notice of all prices that fell, and one of all books that are gone. */
async function sendNotices(db: Db, notices: readonly Notice[], now: Date): Promise<void> {
  const groups = Map.groupBy(notices, ({ accountId, isFall }) => `${accountId} ${isFall}`)
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { accountId, isFall, text, bookId } = first
    const count = others.length + 1
    const notice =
      count === 1
        ? { text, ...(bookId !== undefined && { bookId }) }
        : { text: isFall ? pricesFellText(count) : allGoneText(count) }
    await insertNotifications(db, [accountId], { kind: 'saved', ...notice, now })
  }
}

/**
 * Notifies buyers of saved books that cost less or have left the market. First deletes saved books
 * and searches that were removed too long ago to be restored.
 */
export async function notifyOfSavedBooks(
  context: Pick<AppContext, 'db' | 'live' | 'now' | 'database' | 'changes'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, live, now } = context
  await deleteRemoved(db, now())
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const accountIds = await commitChanges(context, [], async (db) => {
      const changed = await selectChanged(db, now()).execute()
      isMore = changed.length === maxNotices
      // The rest of the last buyer's books may be in the next batch.
      const last = isMore ? changed.at(-1)?.account_id : undefined
      const notices: Notice[] = []
      for (const saved of changed) {
        const notice = saved.account_id === last ? undefined : await noticeOf(db, saved, now())
        if (notice) notices.push(notice)
      }
      await sendNotices(db, notices, now())
      return [...new Set(notices.map(({ accountId }) => accountId))]
    })
    if (accountIds.length > 0) live.emit(accountIds, 'notices_changed', {})
  }
}
