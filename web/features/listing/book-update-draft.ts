import type { Book, updateBook } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { formatAmountInput } from '#web/format.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { type BookDraft, emptyDraft } from './book-draft.ts'

export type BookUpdateDraft = BookDraft & { price: string }

const amountText = (value: number | undefined): string =>
  value === undefined ? '' : formatAmountInput(value)

export const draftFromBook = (book: Book): BookUpdateDraft => ({
  ...emptyDraft,
  bookType: book.bookType,
  title: book.title,
  author: book.author,
  branch: book.branch,
  description: book.description ?? '',
  original_price: amountText(book.original_price),
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
})

/** `isRentable: false` is sent only for a rentable book: an older server may not have sent it. */
export function updateBookInput(
  { _id: id, bookType, isRentable }: Book,
  draft: BookUpdateDraft,
  images: PickedImage[],
): EndpointInput<typeof updateBook> {
  const { price, copies, publication_year, pages, publicationDate } = draft
  return {
    id,
    title: draft.title,
    author: draft.author,
    branch: draft.branch,
    description: draft.description,
    original_price: draft.original_price,
    ...(bookType === 'old' && { price, publication_year, pages }),
    copies,
    condition: draft.condition,
    ...((draft.isRentable || isRentable) && { isRentable: draft.isRentable }),
    ...(draft.isRentable && {
      rentPrice: draft.rentPrice,
      rentDeposit: draft.rentDeposit,
      lateFee: draft.lateFee,
    }),
    publicationDate,
    existingImages: images.map(({ url }) => url ?? 'new'),
    images: images.flatMap(({ file }) => file ?? []),
  }
}
