// A book that is changed: what its form begins with, and what is sent.
import type { Book, updateBook } from '#contract/books.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { parseAmount } from '#web/format.ts'
import type { PickedImage } from '#web/ui/inputs/image-picker.tsx'
import { emptyDraft } from './book-draft.ts'
import type { AskingPriceDraft as Draft } from './edit-asking-price.tsx'

const amountOf = (value: number | undefined): string =>
  value === undefined ? '' : parseAmount(value)

/** A book as its seller finds it in the form. */
export const draftFromBook = (book: Book): Draft => ({
  ...emptyDraft,
  bookType: book.bookType,
  title: book.title,
  author: book.author,
  branch: book.branch,
  description: book.description ?? '',
  original_price: amountOf(book.original_price),
  price: amountOf(book.price),
  condition: book.condition,
  publicationDate: book.publicationDate ?? '',
  publication_year: String(book.publication_year ?? ''),
  pages: String(book.pages ?? ''),
  isRentable: book.isRentable,
  rentPrice: amountOf(book.rentPrice),
  copies: String(book.copies),
})

/** The call that changes the book. That it isn't rentable is said of one only that was told to be: an answer may lack it. */
export function bookUpdate(
  { _id: id, bookType, isRentable }: Book,
  draft: Draft,
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
    ...(bookType === 'old' ? { price, publication_year, pages } : { copies }),
    condition: draft.condition,
    ...((draft.isRentable || isRentable) && { isRentable: draft.isRentable }),
    ...(draft.isRentable && { rentPrice: draft.rentPrice }),
    publicationDate,
    existingImages: images.map((picture) => picture.url ?? 'new'),
    images: images.flatMap((picture) => picture.file ?? []),
  }
}
