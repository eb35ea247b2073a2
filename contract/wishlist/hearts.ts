import { z } from 'zod'
import { BookId } from '#contract/books/book-forms.ts'
import { availabilities, Book, BookDetail } from '#contract/books/books.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, MessageResponse, Money, pagingFields } from '#contract/common/schemas.ts'

export const SavedBook = Book.pick({
  _id: true,
  title: true,
  author: true,
  bookType: true,
  branch: true,
  condition: true,
  place: true,
}).extend({
  image: z.string().optional(),
  /** The current price, or the last price if the book is gone. */
  price: Money,
  rentPrice: Money.optional(),
  savedPrice: Money,
  savedAt: IsoDateTime,
  /** `removed`: the book is deleted or hidden, its seller has left, or the buyer may not see it. */
  availability: z.enum([...availabilities, 'removed']),
  rentedUntil: BookDetail.shape.rentedUntil,
  reservedUntil: BookDetail.shape.reservedUntil,
  /** Other listings of the title, if this book isn't available and they are. */
  otherCopies: BookDetail.shape.otherCopies,
})
export type SavedBook = z.output<typeof SavedBook>

export const listSavedBooks = endpoint({
  method: 'GET',
  path: '/saved',
  summary:
    'Lists the buyer’s saved books, most recently saved first. Books that are gone stay on the list.',
  access: ['buyer'],
  input: z.object({ ...pagingFields }),
  response: z.array(SavedBook),
  paged: true,
  reads: ['saved', 'books', 'orders', 'blocks'],
})

export const readSavedIds = endpoint({
  method: 'GET',
  path: '/saved/ids',
  summary: 'Returns the ids of the buyer’s saved books.',
  access: ['buyer'],
  input: z.object({}),
  response: z.object({ ids: z.array(Id) }),
  reads: ['saved'],
})

export const saveBook = endpoint({
  method: 'PUT',
  path: '/saved/{id}',
  summary:
    'Saves a book. Saving it again changes nothing. A book that was removed in the last ten minutes gets its old price and date back.',
  access: ['buyer'],
  input: z.object({ id: BookId }),
  response: MessageResponse,
  changes: ['saved'],
})

export const unsaveBook = endpoint({
  method: 'DELETE',
  path: '/saved/{id}',
  summary: 'Removes a book from the buyer’s saved books.',
  access: ['buyer'],
  input: z.object({ id: BookId }),
  response: MessageResponse,
  changes: ['saved'],
})
