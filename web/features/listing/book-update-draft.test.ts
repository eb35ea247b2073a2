import { expect, test } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import type { BookDraft } from './book-draft.ts'
import { draftFromBook, updateBookInput } from './book-update-draft.ts'

const book: Book = {
  _id: '019a0000-0000-7000-8000-000000000001',
  title: 'Optics',
  author: 'Ajoy Ghatak',
  bookType: 'old',
  branch: 'Science',
  original_price: 500,
  price: 250,
  isRentable: false,
  condition: 'good',
  publicationDate: '2021-04-01',
  publication_year: 2021,
  images: ['/a.webp', '/b.webp'],
  recommendations: [],
  ratings: { count: 0 },
  seller: { _id: '019a0000-0000-7000-8000-000000000002', name: 'Ravi Kumar' },
  copies: 1,
  available: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
}
const images: PickedImage[] = book.images.map((url) => ({ key: url, url }))
const inputFor = (change: Partial<BookDraft>, of = book, pictures = images) =>
  updateBookInput(of, { ...draftFromBook(of), ...change }, pictures)

test.each<[Partial<BookDraft>, object]>([
  [{}, {}],
  [{ description: 'Clean.' }, { description: 'Clean.' }],
  [{ price: '265' }, { price: '265' }],
  [
    { pages: '300', copies: '2' },
    { pages: '300', copies: '2' },
  ],
  [
    { isRentable: true, rentPrice: '5' },
    { isRentable: true, rentPrice: '5', rentDeposit: '', lateFee: '' },
  ],
  [{ publicationDate: '' }, { publicationDate: '', publication_year: '2021' }],
  [
    { publicationDate: '2019-01-01', publication_year: '2021' },
    { publicationDate: '2019-01-01', publication_year: '2021' },
  ],
])('with %o changed, nothing else is sent', (change, sent) => {
  expect(inputFor(change)).toEqual({ id: book._id, ...sent })
})

test.each<[Partial<BookDraft>, object]>([
  [{ title: 'Optics II' }, { title: 'Optics II' }],
  [{ price: '450' }, { price: '450', original_price: '450' }],
  [
    { price: '450', original_price: '500' },
    { price: '450', original_price: '500' },
  ],
])('a new book with %o changed costs its MRP if none is given', (change, sent) => {
  const newBook: Book = { ...book, bookType: 'new', price: book.original_price }
  expect(draftFromBook(newBook)).toMatchObject({ price: '500', original_price: '' })
  expect(inputFor(change, newBook)).toEqual({ id: book._id, ...sent })
})

test('a rentable book sends only a changed rent, and no rent once it isn’t rentable', () => {
  const rentable = { ...book, isRentable: true, rentPrice: 5, lateFee: 10 }
  expect(inputFor({ lateFee: '12' }, rentable)).toEqual({ id: book._id, lateFee: '12' })
  expect(inputFor({ isRentable: false, rentPrice: '7' }, rentable)).toEqual({
    id: book._id,
    isRentable: false,
  })
})

test('the pictures are sent if they or their order changed', () => {
  expect(inputFor({}, book, [...images].reverse())).toEqual({
    id: book._id,
    existingImages: ['/b.webp', '/a.webp'],
    images: [],
  })
  const file = new File(['x'], 'c.jpg')
  expect(inputFor({}, book, [...images, { key: 'c', file }])).toEqual({
    id: book._id,
    existingImages: ['/a.webp', '/b.webp', 'new'],
    images: [file],
  })
})
