// Admins' decisions about complaints, each with an entry in the audit log. If two admins act
// concurrently, the second gets complaint_closed.

import { type ComplaintOutcome, complaintReasonLabels } from '#contract/admin/complaints.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { type AccountStatusChange, setAccountStatus } from '#server/admin/account-status.ts'
import { type AdminAction, insertAuditEntry } from '#server/admin/audit.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { closeComplaint, type LockedComplaint, lockComplaint, lockOpenComplaints } from './store.ts'
import { dealtWithText, hiddenText, unhiddenText, warningText } from './texts.ts'

export const complaintTarget = ({ id, reason }: LockedComplaint) =>
  ({ kind: 'complaint', _id: id, name: complaintReasonLabels[reason] }) as const

type Settled = {
  notices: { accountId: string; text: string }[]
  mailTo?: string | null
  blocked?: AccountStatusChange
}
type Settlement = { id: string; note?: string | undefined; by: AdminAction }

async function close(
  db: Db,
  complaints: readonly LockedComplaint[],
  outcome: ComplaintOutcome,
  { note, by }: Settlement,
): Promise<Settled['notices']> {
  const notices: Settled['notices'] = []
  for (const complaint of complaints) {
    const text = dealtWithText(complaint)
    await closeComplaint(db, complaint, { outcome, note, ...by })
    await insertNotifications(db, [complaint.reporter_id], { kind: 'admin', text, now: by.now })
    notices.push({ accountId: complaint.reporter_id, text })
  }
  return notices
}

async function findReported(db: Db, { reported_id }: LockedComplaint) {
  const reported = await db
    .selectFrom('accounts')
    .select(['id', 'role', 'name', 'email', 'status', 'deleted_at'])
    .where('id', '=', reported_id)
    .executeTakeFirstOrThrow()
  if (reported.status !== 'active' || reported.deleted_at !== null || reported.role === 'admin')
    throw new AppError('account_inactive')
  return { ...reported, role: reported.role }
}

export async function dismiss(db: Db, settlement: Settlement): Promise<Settled> {
  const [complaint] = await lockOpenComplaints(db, settlement.id)
  const { note, by } = settlement
  await insertAuditEntry(db, by, 'dismiss-complaint', complaintTarget(complaint), note)
  return { notices: await close(db, [complaint], 'dismissed', settlement) }
}

type WithNote = Settlement & { note: string }

/** Warns the reported person. Throws like `lockOpenComplaints`, and account_inactive. */
export async function warn(db: Db, settlement: WithNote): Promise<Settled> {
  const [complaint] = await lockOpenComplaints(db, settlement.id)
  const { id, role, name, email } = await findReported(db, complaint)
  const { note, by } = settlement
  await insertAuditEntry(db, by, 'warn', { kind: role, _id: id, name }, note)
  const text = warningText(note)
  await insertNotifications(db, [id], { kind: 'admin', text, now: by.now })
  const notices = await close(db, [complaint], 'warned', settlement)
  return { notices: [{ accountId: id, text }, ...notices], mailTo: email }
}

/** Hides the reported listing. Throws like `lockOpenComplaints`, and listing_removed. */
export async function hideListing(db: Db, settlement: WithNote): Promise<Settled> {
  const [complaint] = await lockOpenComplaints(db, settlement.id)
  const { note, by } = settlement
  const { book_id: bookId } = complaint
  const book = bookId === null ? undefined : await setBookHidden(db, bookId, note, by.now)
  if (!bookId || !book || book.sellerId !== complaint.reported_id)
    throw new AppError('listing_removed')
  const notices = await close(db, [complaint], 'listing-hidden', settlement)
  if (!book.isChanged) return { notices }
  await insertAuditEntry(db, by, 'hide-book', { kind: 'book', _id: bookId, name: book.title }, note)
  const text = hiddenText(book.title, note)
  await insertNotifications(db, [book.sellerId], { kind: 'listing', text, now: by.now })
  return { notices: [{ accountId: book.sellerId, text }, ...notices] }
}

/**
 * Blocks the reported account. With `closeAll`, closes all open complaints about the person, too.
 * Throws like `lockOpenComplaints`, and account_inactive.
 */
export async function block(
  db: Db,
  settlement: WithNote & { closeAll?: boolean | undefined },
): Promise<Settled> {
  const complaints = await lockOpenComplaints(db, settlement.id, settlement.closeAll)
  const [complaint] = complaints
  const { id, role, email } = await findReported(db, complaint)
  const { note: reason, by } = settlement
  const blocked = await setAccountStatus(db, { id, role, requested: 'blocked', reason, by })
  if (!blocked.isChanged) throw new AppError('account_inactive')
  return { notices: await close(db, complaints, 'blocked', settlement), mailTo: email, blocked }
}

/** Unhides a listing, even for a closed complaint. Throws complaint_not_found, listing_removed. */
export async function unhideListing(db: Db, { id, by }: Settlement): Promise<Settled> {
  const { book_id: bookId } = await lockComplaint(db, id)
  const book = bookId === null ? undefined : await setBookHidden(db, bookId, undefined, by.now)
  if (!bookId || !book) throw new AppError('listing_removed')
  if (!book.isChanged) return { notices: [] }
  await insertAuditEntry(db, by, 'unhide-book', { kind: 'book', _id: bookId, name: book.title })
  const text = unhiddenText(book.title)
  await insertNotifications(db, [book.sellerId], { kind: 'listing', text, now: by.now })
  return { notices: [{ accountId: book.sellerId, text }] }
}
