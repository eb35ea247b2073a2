// Inserts wants of the demo market's buyers, and the books that the demo buyer has saved and
// reported.
import type { Transaction } from 'kysely'
import { titleSearchText } from '#contract/books/title-key.ts'
import type { Tables } from '#db/tables.ts'
import { insertComplaint } from '#server/moderation/complaints/store.ts'
import { findSubject } from '#server/moderation/complaints/subjects.ts'
import { pinCodeIn } from '#server/places/places.ts'
import { newId } from '#server/platform/database/ids.ts'
import { insertSavedBook } from '#server/wishlist/hearts/hearts.ts'
import { insertSearch } from '#server/wishlist/searches/searches.ts'
import { limitsAfter } from '#server/wishlist/wants/rules.ts'
import { insertWants } from '#server/wishlist/wants/store.ts'
import { type Buyer, demoBuyerName } from './accounts.ts'
import type { Title } from './catalogue.ts'
import type { Listing } from './listings.ts'
import { seeded } from './random.ts'

const wantedBranches = new Set(['School (Class 1-10)', 'Class 11-12', 'Competitive Exams'])

type Market = { buyers: readonly Buyer[]; titles: readonly Title[]; listings: readonly Listing[] }

/** Inserts a buyer's wants: up to four titles from `wanted`, mostly from its beginning. */
async function insertWantsOf(
  db: Transaction<Tables>,
  { buyerId: accountId, address }: Buyer,
  wanted: readonly Title[],
  now: Date,
): Promise<void> {
  const random = seeded(`wants ${address}`)
  const chosen = new Set(
    [1, 2, 3, 4].flatMap(() => wanted[Math.floor(wanted.length * random.next() ** 2)] ?? []),
  )
  const titles = [...chosen].map(({ title, author, isbn, branch }) => ({
    title,
    author,
    branch,
    isbn: isbn ?? null,
    search_text: titleSearchText({ title, author }),
  }))
  const worstCondition = random.pick(['good', 'average', 'poor'] as const)
  const limits = limitsAfter({ worstCondition, mostOnTop: 50 })
  const at = new Date(now.getTime() - random.integer(1, 20) * 86_400_000)
  await insertWants(db, { accountId, pinCode: pinCodeIn(address), now: at }, { titles, limits })
}

export async function insertWishes(
  db: Transaction<Tables>,
  { buyers, titles, listings }: Market,
  now: Date,
): Promise<void> {
  const wanted = titles.filter(({ branch }) => wantedBranches.has(branch))
  for (const buyer of buyers) await insertWantsOf(db, buyer, wanted, now)
  const accountId = buyers.find(({ name }) => name === demoBuyerName)?.buyerId ?? ''
  const [reported, ...saved] = listings.filter(({ seller }) => seller.isShop).slice(-5)
  for (const { book } of saved) await insertSavedBook(db, { accountId, bookId: book.id }, now)
  await insertSearch(db, accountId, { search: 'physics', maxPrice: '400' }, now)
  await insertSearch(db, accountId, { branch: 'Competitive Exams' }, now)
  const subject = { subject: 'listing', subjectId: reported?.book.id ?? '' } as const
  const found = await findSubject(db, { accountId, side: 'buyer' }, { ...subject, now })
  await insertComplaint(db, {
    id: newId(now.getTime()),
    reporter_id: accountId,
    created_at: now,
    subject_kind: subject.subject,
    subject_id: subject.subjectId,
    ...found,
    reason: 'wrong-information',
    text: 'The year is that of the first edition.',
  })
}
