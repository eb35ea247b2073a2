import { sql } from 'kysely'
import type { Complaint, ComplaintSummary, ReviewedPerson } from '#contract/admin/complaints.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { images } from '#server/books/views.ts'
import { selectOrders, toOrders } from '#server/orders/views.ts'
import { readWithheldPhotos } from '#server/photos/hidden-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findPublicTitle } from '#server/wishlist/wants/wanted.ts'
import { complaintActions } from './rules.ts'
import { aboutText } from './texts.ts'

const maxOrderComplaints = 20

export function selectComplaints(db: Db) {
  return db
    .selectFrom('complaints')
    .innerJoin('accounts as reporter', 'reporter.id', 'reporter_id')
    .innerJoin('accounts as reported', 'reported.id', 'reported_id')
    .selectAll('complaints')
    .select(['reporter.name as reporter_name', 'reporter.role as reporter_role'])
    .select([
      'reported.name as reported_name_now',
      'reported.role as reported_role',
      'reported.deleted_at as reported_deleted_at',
    ])
}
type ComplaintRecord = Awaited<
  ReturnType<ReturnType<typeof selectComplaints>['executeTakeFirstOrThrow']>
>

const sideOf = (role: Role) => (role === 'seller' ? 'seller' : 'buyer')

export function summarizeComplaint(row: ComplaintRecord): ComplaintSummary {
  const reported = sideOf(row.reported_role)
  // If the person has deleted the account, the complaint keeps the name until it is closed.
  const name = (row.reported_deleted_at !== null && row.reported_name) || row.reported_name_now
  return {
    _id: row.id,
    subject: row.subject_kind,
    about: aboutText({ ...row, reported_name: name }),
    reason: row.reason,
    reporter: { _id: row.reporter_id, name: row.reporter_name, role: sideOf(row.reporter_role) },
    reported: { _id: row.reported_id, name, role: reported },
    createdAt: row.created_at.toISOString(),
    outcome: row.outcome ?? undefined,
    closedAt: row.closed_at?.toISOString(),
  }
}

export async function findOrderComplaints(db: Db, orderId: string): Promise<ComplaintSummary[]> {
  const rows = await selectComplaints(db)
    .where('complaints.chat_id', '=', (from) =>
      from.selectFrom('orders').select('chat_id').where('id', '=', orderId),
    )
    // Includes complaints about the chat itself, but not those about its other orders.
    .where((where) => where.or([where('order_id', 'is', null), where('order_id', '=', orderId)]))
    .orderBy('complaints.id', 'desc')
    .limit(maxOrderComplaints)
    .execute()
  return rows.map(summarizeComplaint)
}

type Person = Pick<ReviewedPerson, '_id' | 'name' | 'role'>

async function reviewPerson(db: Db, person: Person, complaintId: string): Promise<ReviewedPerson> {
  const accounts = sql`(
    select other.id from accounts other where other.person_id = accounts.person_id)`
  const row = await db
    .selectFrom('accounts')
    .select(['email', 'created_at', 'status', 'deleted_at'])
    .select([
      sql<number>`(select count(*)::integer from complaints
        where reported_id in ${accounts} and id <> ${complaintId})`.as('against'),
      sql<number>`(select count(*)::integer from complaints
        where reported_id in ${accounts} and id <> ${complaintId} and closed_at is null)`.as(
        'against_open',
      ),
      sql<number>`(select count(*)::integer from complaints
        where reporter_id in ${accounts} and id <> ${complaintId})`.as('by'),
    ])
    .where('id', '=', person._id)
    .executeTakeFirstOrThrow()
  return {
    ...person,
    email: row.email ?? undefined,
    createdAt: row.created_at.toISOString(),
    status: row.deleted_at === null ? row.status : 'deleted',
    complaintsAgainst: row.against,
    openComplaintsAgainst: row.against_open,
    complaintsBy: row.by,
  }
}

async function findListing(db: Db, { book_id, reported_id }: ComplaintRecord) {
  if (book_id === null) return { listing: undefined, isOwnListing: false }
  const book = await db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['books.title', 'books.seller_id', 'books.available', 'books.hidden_at'])
    .select(['books.price', 'books.description'])
    .select(['books.hidden_reason', 'books.deleted_at', 'accounts.name as seller_name'])
    .select(images.as('photos'))
    .where('books.id', '=', book_id)
    .executeTakeFirstOrThrow()
  const listing: Complaint['listing'] = {
    _id: book_id,
    title: book.title,
    price: toRupees(book.price),
    description: book.description ?? undefined,
    images: book.photos.map((hash) => photoAddress(hash)),
    seller: book.seller_name,
    state: listingState(book),
    hiddenReason: book.hidden_reason ?? undefined,
  }
  return { listing, isOwnListing: book.seller_id === reported_id }
}

function listingState(book: {
  deleted_at: Date | null
  hidden_at: Date | null
  available: number
}): NonNullable<Complaint['listing']>['state'] {
  if (book.deleted_at !== null) return 'removed'
  if (book.hidden_at !== null) return 'hidden'
  return book.available > 0 ? 'listed' : 'sold'
}

async function findWanted(
  db: Db,
  { subject_kind, subject_id: _id }: ComplaintRecord,
  now: Date,
): Promise<Complaint['wanted']> {
  if (subject_kind !== 'wanted') return undefined
  const hidden = db.selectFrom('hidden_wanted_titles').select('id').where('id', '=', _id)
  if (await hidden.executeTakeFirst()) return { _id, state: 'hidden' }
  return { _id, state: (await findPublicTitle(db, _id, now)) ? 'shown' : 'gone' }
}

async function findOrder(db: Db, orderId: string | null, now: Date) {
  if (orderId === null) return undefined
  const rows = await selectOrders(db).where('orders.id', '=', orderId).execute()
  return (await toOrders(db, rows, { role: 'admin', now }))[0]
}

/**
 * Returns a complaint and everything that an admin needs to settle it. Throws complaint_not_found.
 */
export async function viewComplaint(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  id: string,
): Promise<Complaint> {
  const row = await selectComplaints(db)
    .leftJoin('accounts as closer', 'closer.id', 'closed_by')
    .select('closer.name as closer_name')
    .where('complaints.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('complaint_not_found')
  const summary = summarizeComplaint(row)
  const { listing, isOwnListing } = await findListing(db, row)
  const wanted = await findWanted(db, row, now())
  const reported = await reviewPerson(db, summary.reported, id)
  return {
    ...summary,
    reporter: await reviewPerson(db, summary.reporter, id),
    reported,
    text: row.text ?? undefined,
    message:
      row.message_body === null ? undefined : { _id: row.subject_id, text: row.message_body },
    listing: listing && {
      ...listing,
      ...(listing.state === 'hidden' && {
        images: await readWithheldPhotos(storage, listing.images),
      }),
    },
    order: await findOrder(db, row.order_id, now()),
    wanted,
    note: row.note ?? undefined,
    closedBy: row.closer_name ?? undefined,
    can: complaintActions({
      isOpen: row.closed_at === null,
      reported: reported.status,
      listing: listing?.state,
      isOwnListing,
      wanted: wanted?.state,
      hasChat: row.chat_id !== null && row.subject_kind !== 'listing',
    }),
  }
}
