import { NewBook } from '#contract/books/book-forms.ts'
import type { Condition } from '#contract/books/conditions.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'
import { newListing } from '#server/books/listing.ts'
import type { NewListing } from '#server/books/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { predictedPrice } from '#server/pricing/rules.ts'
import type { Seller } from './accounts.ts'
import type { Title } from './catalogue.ts'
import { type Random, seeded } from './random.ts'

export type Listing = {
  book: NewListing & { price: number; created_at: Date }
  seller: Seller
  conditionNote: string
}

const conditionNotes: Record<Condition, readonly string[]> = {
  new: ['Read once and it looks new.', 'A gift I already had, never opened past the preface.'],
  good: [
    'Clean pages, a name on the first leaf.',
    'Light pencil in two chapters, binding firm.',
    'One owner, no dog-ears, corners slightly soft.',
  ],
  average: [
    'Underlined in pencil through the first half; all pages there.',
    'Pages yellowed, answers ticked in the margin.',
    'Cover rubbed, a tea ring on the back, text untouched.',
  ],
  poor: [
    'Loose spine, taped once; every page is there.',
    'Marked by three batches before you, and priced for it.',
  ],
}
const newCopyNotes = ['New, straight from the publisher.', 'New, with the bill.']

/** Students sell only textbooks and novels, so only shops have these branches. */
const shopOnlyBranches = new Set(['Medical', 'Children', 'Comics', 'Religion & Philosophy', 'Arts'])

function sellerOf({ branch }: Title, sellers: readonly Seller[], random: Random): Seller {
  const shops = sellers.filter((seller) => seller.isShop)
  if (!shopOnlyBranches.has(branch) && random.chance(0.34))
    return random.pick(sellers.filter((seller) => !seller.isShop))
  // The first shop, the demo seller, gets twice as many books.
  return random.pick([...shops, ...shops.slice(0, 1)])
}

const toFiveRupees = (rupees: number) => Math.max(10, Math.round(rupees / 5) * 5)

function listingOf(title: Title, seller: Seller, now: Date, random: Random): Listing {
  const isNew = seller.isShop && random.chance(0.24)
  const condition: Condition = isNew
    ? 'new'
    : random.pick(['good', 'good', 'good', 'good', 'average', 'average', 'average', 'poor', 'new'])
  const listedHoursAgo = isNew ? random.integer(160 * 24, 415 * 24) : random.integer(2, 400 * 24)
  const created_at = new Date(
    now.getTime() - listedHoursAgo * 3_600_000 - random.integer(0, 59) * 60_000,
  )
  const predicted = predictedPrice(
    { condition, publicationYear: title.year, originalPrice: toPaise(title.mrp) },
    now,
  )
  const customPrice =
    isNew || random.chance(0.55)
      ? undefined
      : Math.min(title.mrp, toFiveRupees(toRupees(predicted) * (0.8 + random.next() * 0.4)))
  const newPrice = Math.min(title.mrp, toFiveRupees(title.mrp * random.pick([0.85, 0.9, 0.95, 1])))
  const price = isNew ? newPrice : (customPrice ?? toRupees(predicted))
  const isRentable = title.mrp >= 150 && random.chance(0.32)
  const conditionNote = random.pick(isNew ? newCopyNotes : conditionNotes[condition])
  const isOpen = seeded(`exchange ${title.title} ${seller.name}`).chance(seller.isShop ? 0.1 : 0.4)
  const form = NewBook.parse({
    title: title.title,
    author: title.author,
    branch: title.branch,
    genre: title.genre,
    isbn: title.isbn,
    pages: title.pages,
    publication_year: title.year,
    condition,
    bookType: isNew ? 'new' : 'old',
    original_price: title.mrp,
    price,
    customPrice,
    description: `${title.about} ${conditionNote}`,
    copies: isNew ? random.integer(3, 9) : 1,
    ...(isRentable && { isRentable, rentPrice: Math.max(2, Math.round(price * 0.012)) }),
    openToExchange: isOpen,
  })
  const own = { id: newId(created_at.getTime()), seller_id: seller.sellerId }
  const times = { created_at, listed_at: created_at, updated_at: created_at }
  const book = { ...newListing(form, isNew ? null : predicted), ...own, ...times }
  return { book, seller, conditionNote }
}

export function makeListings(
  titles: readonly Title[],
  sellers: readonly Seller[],
  now: Date,
): Listing[] {
  const listings = titles.flatMap((title) => {
    const random = seeded(`offer ${title.title} ${title.author}`)
    const first = sellerOf(title, sellers, random)
    const sellersOfTitle = random.chance(0.08)
      ? [first, random.pick(sellers.filter((seller) => seller !== first))]
      : [first]
    return sellersOfTitle.map((seller) => listingOf(title, seller, now, random))
  })
  return listings.sort((a, b) => a.book.created_at.getTime() - b.book.created_at.getTime())
}
