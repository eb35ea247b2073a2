import { addBook } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { as, makePhotos, type TestAccount } from '#server/testing.ts'

const form = {
  title: 'Wings of Fire',
  author: 'A. P. J. Abdul Kalam',
  branch: 'Biography',
  original_price: 400,
}
export const oldForm = {
  ...form,
  bookType: 'old' as const,
  condition: 'good' as const,
  publication_year: 2015,
  pages: 180,
}
export const newForm = { ...form, bookType: 'new' as const }

type NewBook = EndpointInput<typeof addBook>

/** Lists a used book with `count` pictures. `more` overrides fields of the form. */
export const add = async (seller: TestAccount, more: Partial<NewBook> = {}, count = 2) =>
  as(seller).call(addBook, { ...oldForm, ...more, images: await makePhotos(count) } as NewBook)
