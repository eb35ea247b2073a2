import { createHash } from 'node:crypto'
import { conditions } from '#contract/books/book-forms.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import { bookId, listedAt, type MarketSizes, marketId, sellerOf } from './ids.ts'
import { placeCells, placeOfSeller } from './places.ts'
import type { Plan } from './sales.ts'
import { openTableFile, type TableFile } from './table-file.ts'
import type { Title } from './titles.ts'

export const pictures = 500
export const pictureHash = (number: number): string =>
  createHash('sha256').update(`bench picture ${number}`).digest('hex')

const recommendedBooks = 3
const similarBooks = 12
const paise = 100

/** Prices as they are asked for: most below ₹500, the used ones for a third to 85 % of new. */
export function priceOf(random: Random): { original: number; price: number } {
  const original = Math.round(90 + 1500 * random.next() ** 3) * paise
  const price = Math.max(
    paise,
    Math.floor((original * (0.3 + 0.55 * random.next())) / paise) * paise,
  )
  return { original, price }
}

const openFiles = (folder: string) => ({
  books: openTableFile(
    folder,
    'books',
    'id seller_id title author book_type branch genre description original_price price rent_price is_rentable condition publication_year pages copies available title_key rating_sum rating_count search_text recommended_at created_at updated_at isbn custom_price pin_code city location',
  ),
  copies: openTableFile(folder, 'copies', 'id book_id number'),
  photos: openTableFile(folder, 'book_photos', 'book_id position hash'),
  recommendations: openTableFile(folder, 'recommendations', 'book_id position similar_id'),
  similar: openTableFile(folder, 'similar_books', 'book_id ids'),
})

type Files = ReturnType<typeof openFiles>

/** `latest` are those of the same branch, newest first; the first books of a branch have fewer. */
function addSimilar({ similar, recommendations }: Files, id: string, latest: string[]): void {
  similar.add(id, `{${latest.join()}}`)
  for (const [position, other] of latest.slice(0, recommendedBooks).entries())
    recommendations.add(id, position, other)
}

/** Writes the books with their copies, pictures and recommendations. */
export function writeBooks(folder: string, sizes: MarketSizes, plan: Plan): TableFile[] {
  const files = openFiles(folder)
  const random = seeded('bench books')
  const named = seeded('bench named prices')
  const hashes = Array.from({ length: pictures }, (_, number) => pictureHash(number))
  const sold = new Set(plan.sales.map(({ book }) => book))
  const latest = new Map<string, string[]>()
  const now = new Date().toISOString()
  const places = Array.from({ length: sizes.sellers }, (_, number) =>
    placeCells(placeOfSeller(number)),
  )
  for (let book = 0; book < sizes.books; book++) {
    const title = plan.titles[plan.titleOf[book] as number] as Title
    const id = bookId(book, sizes)
    const seller = sellerOf(book, sizes)
    const copies = !sold.has(book) && random.chance(0.05) ? random.integer(2, 5) : 1
    const { original, price } = priceOf(random)
    const rents = random.chance(0.25)
    const ratings = plan.ratingsOfTitle.get(title.key) ?? { sum: 0, count: 0 }
    const at = listedAt(book, sizes).toISOString()
    files.books.add(
      ...[id, marketId('seller', seller), title.title, title.author],
      ...[random.chance(0.15) ? 'new' : 'old', title.branch, title.genre],
      `${title.title} by ${title.author}, used for two terms. A few pages have pencil marks, the binding is firm and nothing is missing.`,
      ...[original, price, rents ? Math.ceil(price / 2000) * paise : null, rents],
      ...[random.pick(conditions), random.integer(1995, 2025), random.integer(80, 1200)],
      ...[copies, sold.has(book) ? 0 : copies, title.key, ratings.sum, ratings.count],
      ...[title.searchText, now, at, at],
      ...[title.isbn ?? null, named.chance(0.5) ? price : null, ...(places[seller] ?? [])],
    )
    for (let copy = 0; copy < copies; copy++)
      files.copies.add(marketId('copy', book * 8 + copy), id, copy + 1)
    for (let position = 0; position < 2; position++)
      files.photos.add(id, position, hashes[(book * 7 + position * 3) % pictures] as string)
    const latestOfBranch = latest.get(title.branch) ?? []
    addSimilar(files, id, latestOfBranch)
    if (!sold.has(book))
      latest.set(title.branch, [id, ...latestOfBranch.slice(0, similarBooks - 1)])
  }
  for (const file of Object.values(files)) file.close()
  return Object.values(files)
}
