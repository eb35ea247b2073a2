import type { Selectable } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import type { NewListing } from '#server/books/store.ts'
import type { BooksTable } from '#server/platform/database/tables.ts'
import { predictedPrice } from '#server/pricing/rules.ts'
import type { Seller } from './accounts.ts'
import type { Title } from './catalogue.ts'
import { type Random, seeded } from './random.ts'

type KnownColumn =
  | 'predicted_price'
  | 'custom_price'
  | 'is_rentable'
  | 'rent_price'
  | 'publication_year'
  | 'copies'
  | 'created_at'

export type Listing = Omit<NewListing, KnownColumn> &
  Pick<Selectable<BooksTable>, KnownColumn> & {
    seller: Seller
    conditionNote: string
    catalogueEntry: Title
  }

const conditionNotes: Record<Condition, readonly string[]> = {
  new: [
    'Read once and it looks new.',
    'Bought for a course I then dropped; no marks at all.',
    'A gift I already had, never opened past the preface.',
  ],
  good: [
    'Clean pages, a name on the first leaf.',
    'Light pencil in two chapters, binding firm.',
    'Cover a little faded, inside clean.',
    'Kept in a brown paper cover since the first day.',
    'One owner, no dog-ears, corners slightly soft.',
  ],
  average: [
    'Underlined in pencil through the first half; all pages there.',
    'Highlighter in some chapters, spine creased.',
    'Pages yellowed, answers ticked in the margin.',
    'Cover rubbed, a tea ring on the back, text untouched.',
  ],
  poor: [
    'Loose spine, taped once; every page is there.',
    'Water stain on the lower corner, all of it readable.',
    'Marked by three batches before you, and priced for it.',
  ],
}
const newCopyNotes = [
  'New, straight from the publisher.',
  'New copy, unread.',
  'New, with the bill.',
] as const

const citiesByLanguage: Record<string, string> = {
  Bengali: 'Kolkata',
  Tamil: 'Chennai',
  Malayalam: 'Chennai',
  Kannada: 'Bengaluru',
  Marathi: 'Pune',
  Hindi: 'New Delhi',
  Punjabi: 'New Delhi',
}
/** Students sell only textbooks and novels. */
const shopOnlyBranches = new Set(['Medical', 'Children', 'Comics', 'Religion & Philosophy', 'Arts'])

function sellerOf({ branch, genre }: Title, sellers: readonly Seller[], random: Random): Seller {
  const shops = sellers.filter((seller) => seller.isShop)
  const city = citiesByLanguage[genre.split(' ')[0] ?? '']
  if (city !== undefined) return shops.find((shop) => shop.city === city) ?? random.pick(shops)
  if (!shopOnlyBranches.has(branch) && random.chance(0.34))
    return random.pick(sellers.filter((seller) => !seller.isShop))
  // The demo seller, first in the list, gets twice as many books.
  return random.pick([...shops, ...shops.slice(0, 1)])
}

const dayMs = 86_400_000
const roundToFiveRupees = (paise: number) => Math.max(1000, Math.round(paise / 500) * 500)

function listingOf(title: Title, seller: Seller, now: Date, random: Random): Listing {
  const isNew = seller.isShop && random.chance(0.24)
  const condition: Condition = isNew
    ? 'new'
    : random.pick(['good', 'good', 'good', 'good', 'average', 'average', 'average', 'poor', 'new'])
  const created_at = new Date(
    now.getTime() -
      (isNew ? random.integer(160 * 24, 415 * 24) : random.integer(2, 400 * 24)) * 3_600_000 -
      random.integer(0, 59) * 60_000,
  )
  const suggested = predictedPrice(
    { condition, publicationYear: title.year, originalPrice: title.mrp },
    now,
  )
  const custom =
    isNew || random.chance(0.55)
      ? null
      : Math.min(title.mrp, roundToFiveRupees(suggested * (0.8 + random.next() * 0.4)))
  const price = isNew
    ? Math.min(title.mrp, roundToFiveRupees(title.mrp * random.pick([0.85, 0.9, 0.95, 1])))
    : (custom ?? suggested)
  const isRentable = title.mrp >= 15_000 && random.chance(0.32)
  const conditionNote = random.pick(isNew ? newCopyNotes : conditionNotes[condition])
  return {
    id: random.id(created_at),
    seller_id: seller.id,
    title: title.title,
    author: title.author,
    book_type: isNew ? 'new' : 'old',
    branch: title.branch,
    genre: title.genre,
    description: `${title.about} ${conditionNote}`,
    isbn: title.isbn ?? null,
    original_price: title.mrp,
    predicted_price: isNew ? null : suggested,
    custom_price: custom,
    price,
    is_rentable: isRentable,
    rent_price: isRentable ? Math.max(200, Math.round((price * 0.012) / 100) * 100) : null,
    condition,
    publication_year: title.year,
    pages: title.pages ?? null,
    copies: isNew ? random.integer(3, 9) : 1,
    open_to_exchange:
      !seller.isShop && seeded(`exchange ${title.title} ${seller.name}`).chance(0.4),
    created_at,
    updated_at: new Date(
      created_at.getTime() + Math.min(dayMs, (now.getTime() - created_at.getTime()) / 2),
    ),
    seller,
    conditionNote,
    catalogueEntry: title,
  }
}

export function makeListings(
  titles: readonly Title[],
  sellers: readonly Seller[],
  now: Date,
): Listing[] {
  const offers = titles.flatMap((title) => {
    const random = seeded(`offer ${title.title} ${title.author}`)
    const first = sellerOf(title, sellers, random)
    const otherSellers = random.chance(0.08)
      ? random
          .shuffle(sellers.filter(({ id }) => id !== first.id))
          .slice(0, random.pick([1, 1, 1, 2]))
      : []
    return [first, ...otherSellers].map((seller) => listingOf(title, seller, now, random))
  })
  return offers.sort((left, right) => left.created_at.getTime() - right.created_at.getTime())
}
