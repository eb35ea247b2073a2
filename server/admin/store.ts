// What admins do to accounts and books, each deed with its entry in the audit log, in the caller's transaction.
import type { AuditEntry } from '#contract/audit-log.ts'
import type { AccountStatus } from '#contract/auth.ts'
import type { Message } from '#contract/chats.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ResetLink } from '#contract/password-requests.ts'
import { linkPath } from '#server/accounts/auth/rules.ts'
import { deleteLinksOf, deleteSessionsOf, linkReset } from '#server/accounts/auth/store.ts'
import { findPerson, lockPerson, updatePerson } from '#server/accounts/store.ts'
import { removeBook } from '#server/books/store.ts'
import { insertSystemMessage } from '#server/chats/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { lockAuthor, recountAuthor, removeRating } from '#server/orders/rate.ts'
import { cancelPendingOrders, type OrderUpdate } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { removalNotice, removalText, reviewNotice, toggledStatus } from './rules.ts'

type Deed = Pick<AuditEntry, 'what' | 'target' | 'reason'> & { adminId: string; now: Date }

async function insertAudit(db: Db, { what, target, reason, adminId, now }: Deed): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(now.getTime()),
      admin_id: adminId,
      what,
      target_kind: target.kind,
      target_id: target._id,
      // A person's name is looked up when the log is read, and goes with the account.
      target_name: target.kind === 'book' || target.kind === 'review' ? target.name : '',
      reason: reason ?? null,
      at: now,
    })
    .execute()
}

/**
 * Blocks or unblocks a person, ends the sessions of who was blocked, and counts a buyer's ratings or not; `changed` is false
 * where they stood like that already. Throws account_not_found.
 */
export async function setAccountStatus(
  db: Db,
  {
    id,
    role,
    wanted,
    adminId,
    now,
  }: { id: string; role: Side; wanted: AccountStatus | undefined; adminId: string; now: Date },
) {
  if (role === 'buyer') await lockAuthor(db, id)
  const person = await lockPerson(db, id, role)
  if (!person) throw new AppError('account_not_found')
  const status = toggledStatus(person.status, wanted)
  const changed = status !== person.status
  if (changed) {
    await updatePerson(db, id, { status })
    if (status === 'blocked') {
      await deleteSessionsOf(db, id)
      // An unblocking brings no link back.
      await deleteLinksOf(db, id)
    }
    if (role === 'buyer') await recountAuthor(db, id)
    const what = status === 'blocked' ? 'block' : 'unblock'
    await insertAudit(db, {
      what,
      target: { kind: role, _id: id, name: person.name },
      adminId,
      now,
    })
  }
  return { person: { ...person, status }, changed }
}

/** What is to be told once the transaction is committed: to the seller, of cancelled orders, and in the other chats about the book. */
export type Removal = {
  seller: { id: string; message: string }
  orders: OrderUpdate[]
  messages: { people: string[]; message: Message }[]
}

/**
 * Takes a book off the market: cancels its pending orders, and says why to its seller and, once, in every chat about it.
 * Throws book_not_found.
 */
export async function removeListing(
  db: Db,
  {
    bookId,
    reason,
    adminId,
    now,
  }: { bookId: string; reason: string | undefined; adminId: string; now: Date },
): Promise<Removal> {
  const text = removalText(reason)
  const orders = await cancelPendingOrders(db, { bookId, because: text, adminId, now })
  const book = await db
    .selectFrom('books')
    .select(['title', 'seller_id'])
    .where('id', '=', bookId)
    .executeTakeFirst()
  if (!book || !(await removeBook(db, bookId, now))) throw new AppError('book_not_found')
  const told = new Set(orders.map(({ notice }) => notice.chatId))
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id', 'seller_id'])
    .where('book_id', '=', bookId)
    .orderBy('id')
    .execute()
  const messages: Removal['messages'] = []
  for (const { id, buyer_id, seller_id } of chats) {
    if (told.has(id)) continue
    const message = await insertSystemMessage(db, {
      chatId: id,
      text,
      unreadFor: ['buyer', 'seller'],
      now,
    })
    messages.push({ people: [buyer_id, seller_id], message })
  }
  await insertAudit(db, {
    what: 'delete-book',
    target: { kind: 'book', _id: bookId, name: book.title },
    reason,
    adminId,
    now,
  })
  const message = removalNotice(book.title, reason)
  await insertNotifications(db, [book.seller_id], { kind: 'listing', text: message, now })
  return { seller: { id: book.seller_id, message }, orders, messages }
}

/** Removes a rating and says why to its author, who is to be told once the transaction is committed. Throws review_not_found. */
export async function hideReview(
  db: Db,
  {
    orderId,
    reason,
    adminId,
    now,
  }: { orderId: string; reason: string; adminId: string; now: Date },
): Promise<{ authorId: string; message: string }> {
  const { title, authorId } = await removeRating(db, orderId, now)
  await insertAudit(db, {
    what: 'remove-review',
    target: { kind: 'review', _id: orderId, name: title },
    reason,
    adminId,
    now,
  })
  const message = reviewNotice(title, reason)
  await insertNotifications(db, [authorId], { kind: 'account', text: message, now })
  return { authorId, message }
}

/** Makes the link by which a person who asked for it chooses a new password. Throws request_not_found. */
export async function issueLink(
  db: Db,
  { id, adminId, now }: { id: string; adminId: string; now: Date },
): Promise<ResetLink> {
  const made = await linkReset(db, id, now)
  const person = made && (await findPerson(db, made.personId))
  if (!made || person?.status !== 'active' || person.role === 'admin')
    throw new AppError('request_not_found')
  await insertAudit(db, {
    what: 'issue-link',
    target: { kind: person.role, _id: person.id, name: person.name },
    adminId,
    now,
  })
  return { link: linkPath(made.token), expiresAt: made.expiresAt.toISOString() }
}
