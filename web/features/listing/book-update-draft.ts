import type { Book, listOwnBooks, updateBook } from '#contract/books/books.ts'
import { type Condition, conditionLabels } from '#contract/books/conditions.ts'
import type { EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { formatAmountInput } from '#web/format.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { type BookDraft, emptyDraft, newBookPrices } from './book-draft.ts'

export type EditedBook = Book &
  Partial<
    Pick<
      ResponseOf<typeof listOwnBooks>[number],
      'shelfCode' | 'reservationHours' | 'isReservedForWant' | 'ring' | 'needsPhotos'
    >
  >

const amountText = (value: number | undefined): string =>
  value === undefined ? '' : formatAmountInput(value)

const pick = <T extends object, Name extends keyof T>(from: T, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Pick<T, Name>>

export const draftFromBook = (book: EditedBook): BookDraft => ({
  ...emptyDraft,
  bookType: book.bookType,
  title: book.title,
  author: book.author,
  branch: book.branch,
  description: book.description ?? '',
  isbn: book.isbn ?? '',
  shelfCode: book.shelfCode ?? '',
  original_price:
    book.bookType === 'new' && book.price === book.original_price
      ? ''
      : amountText(book.original_price),
  price: amountText(book.price),
  condition: book.condition,
  publicationDate: book.publicationDate ?? '',
  publication_year: String(book.publication_year ?? ''),
  pages: String(book.pages ?? ''),
  isRentable: book.isRentable,
  rentPrice: amountText(book.rentPrice),
  rentDeposit: amountText(book.rentDeposit),
  lateFee: amountText(book.lateFee),
  copies: String(book.copies),
  openToExchange: book.openToExchange ?? false,
  reservationHours: String(book.reservationHours ?? emptyDraft.reservationHours),
})

/** Whether the pictures or their order differ from the book's. */
export const hasOtherImages = ({ images: urls }: Book, images: PickedImage[]): boolean =>
  images.length !== urls.length || images.some(({ url }, index) => url !== urls[index])

/** The values of the form: the draft and the pictures. */
type BookUpdateValues = Partial<BookDraft> & { images: PickedImage[] }

/** Fields that the form shows only for used books. */
const ofUsedBooks = ['publication_year', 'pages'] as const

export function valuesOfBook(book: EditedBook): BookUpdateValues {
  const values: BookUpdateValues = {
    ...draftFromBook(book),
    images: book.images.map((url) => ({ key: url, url })),
  }
  if (book.bookType === 'new') for (const name of ofUsedBooks) delete values[name]
  return values
}

/** Returns the pictures without those that have been removed from the book in the meantime. */
const stillThere = (book: Book, images: PickedImage[]) =>
  images.filter(({ url }) => url === undefined || book.images.includes(url))

const rupees = { text: (typed: unknown) => (typed === '' ? '' : `₹${typed}`) }

export const bookFieldTexts = (bookType: Book['bookType']) => ({
  title: { label: 'Title' },
  author: { label: 'Author' },
  branch: { label: 'Branch' },
  description: { label: 'Description' },
  isbn: { label: 'ISBN' },
  shelfCode: { label: 'Shelf code' },
  original_price: { label: bookType === 'new' ? 'MRP' : 'Original price', ...rupees },
  price: { label: bookType === 'new' ? 'Price' : 'Asking price', ...rupees },
  condition: {
    label: 'Condition',
    text: (condition: unknown) => conditionLabels[condition as Condition],
  },
  publicationDate: { label: 'Publication date' },
  publication_year: { label: 'Publication year' },
  pages: { label: 'Pages' },
  isRentable: { label: 'Rentable' },
  rentPrice: { label: 'Rent price per day', ...rupees },
  rentDeposit: { label: 'Deposit', ...rupees },
  lateFee: { label: 'Late fee per day', ...rupees },
  copies: { label: 'Copies' },
  openToExchange: { label: 'Open to swap' },
  reservationHours: {
    label: 'Hold for people waiting',
    text: (hours: unknown) => `${hours} hours`,
  },
  images: {
    label: 'Images',
    text: (images: unknown) => countText((images as PickedImage[]).length),
  },
})

const countText = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`)

/**
 * Returns only the fields that the form changes in `book`, so that changes saved in another window
 * stay.
 */
export function updateBookInput(
  book: EditedBook,
  draft: BookDraft,
  picked: PickedImage[],
): EndpointInput<typeof updateBook> {
  const shown = draftFromBook(book)
  const images = stillThere(book, picked)
  const isChanged = (name: keyof BookDraft) => draft[name] !== shown[name]
  const changed = <Name extends keyof BookDraft>(...names: Name[]) =>
    pick(draft, names.filter(isChanged))
  const isNewlyRentable = draft.isRentable && !shown.isRentable
  return {
    id: book._id,
    ...changed('title', 'author', 'isbn', 'branch', 'description', 'copies'),
    ...changed('condition', 'publicationDate', 'isRentable', 'openToExchange'),
    ...changed('reservationHours', 'shelfCode'),
    ...(book.bookType === 'old'
      ? changed('original_price', 'price', 'publication_year', 'pages')
      : (isChanged('price') || isChanged('original_price')) && newBookPrices(draft)),
    // If only the date were sent, the server would take the year from it.
    ...(book.bookType === 'old' &&
      isChanged('publicationDate') && { publication_year: draft.publication_year }),
    ...(draft.isRentable && changed('rentPrice', 'rentDeposit', 'lateFee')),
    ...(isNewlyRentable && pick(draft, ['rentPrice', 'rentDeposit', 'lateFee'])),
    ...(hasOtherImages(book, images) && {
      existingImages: images.map(({ url }) => url ?? 'new'),
      images: images.flatMap(({ file }) => file ?? []),
    }),
  }
}
