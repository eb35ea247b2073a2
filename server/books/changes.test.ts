import { expect, test } from 'vitest'
import {
  deleteBook,
  listBooks,
  listOtherCopies,
  readBook,
  updateBook,
} from '#contract/books/books.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeOrder,
  makePhotos,
  testApp,
} from '#server/testing.ts'

import { newIsbn } from '#server/testing-titles.ts'
import { add, newForm } from './testing-forms.ts'

test('an ISBN can be added, which joins the other copies of its title, changed and removed', async () => {
  const [seller, isbn] = [await makeAccount('seller'), newIsbn()]
  const known = await makeBook(seller, { isbn, title: 'Known' })
  const id = await makeBook(seller, { title: 'Without' })
  const change = async (typed: string) =>
    (await as(seller).call(updateBook, { id, isbn: typed })).body.book
  const copies = async () =>
    (await as().call(listOtherCopies, { id: known })).body.map(({ _id }) => _id)
  expect(await copies()).toEqual([])
  expect((await change(isbn)).isbn).toBe(isbn)
  expect(await copies()).toEqual([id])
  const other = newIsbn()
  expect((await change(other)).isbn).toBe(other)
  expect(await copies()).toEqual([])
  expect(await change('')).not.toHaveProperty('isbn')
  expect((await as(seller).call(updateBook, { id, isbn: '123' })).error.fields).toEqual({
    isbn: 'An ISBN has 10 or 13 digits.',
  })
})

test('an update changes given fields, clears empty ones, and keeps the rest', async () => {
  const seller = await makeAccount('seller')
  const { book } = (
    await add(seller, {
      description: 'Old text',
      publicationDate: '2015-06-01',
      isbn: '9780306406157',
    })
  ).body
  const { status, body } = await as(seller).call(updateBook, {
    id: book._id,
    title: 'Ignited Minds',
    description: '',
    isRentable: 'true',
    rentPrice: '7',
  })
  expect([status, body.message]).toEqual([200, '✅ Book Updated Successfully!'])
  const { description: _, recommendations: __, ...unchanged } = book
  expect(body.book).toMatchObject({
    ...unchanged,
    title: 'Ignited Minds',
    isRentable: true,
    rentPrice: 7,
  })
  expect(body.book).not.toHaveProperty('description')
  expect(
    (await as().call(listBooks, { search: 'ignited minds' })).body.map(({ _id }) => _id),
  ).toContain(book._id)
  expect(
    (await as().call(listBooks, { search: '9780306406157' })).body.map(({ _id }) => _id),
  ).toContain(book._id)
  await as(seller).call(updateBook, { id: book._id, isRentable: 'false' })
  expect(
    (await as(seller).call(updateBook, { id: book._id, isRentable: 'true' })).body.book.rentPrice,
  ).toBe(7)
})

test('a changed price follows the rules of its book type', async () => {
  const seller = await makeAccount('seller')
  const old = (await add(seller)).body.book
  const change = (id: string, more: object) => as(seller).call(updateBook, { id, ...more })
  expect((await change(old._id, { price: 150 })).body.book).toMatchObject({
    price: 150,
    customPrice: 150,
    predictedPrice: old.predictedPrice,
  })
  expect((await change(old._id, { price: 401 })).error.fields).toHaveProperty('price')
  expect((await change(old._id, { original_price: 149 })).error.fields).toHaveProperty(
    'original_price',
  )
  expect((await change(old._id, { original_price: 300, price: 300 })).body.book).toMatchObject({
    price: 300,
    original_price: 300,
  })
  expect((await change(old._id, { isRentable: true })).error.fields).toEqual({
    rentPrice: 'Rent price per day is required.',
  })
  const plain = (await add(seller, newForm)).body.book
  expect((await change(plain._id, { original_price: 450 })).body.book).toMatchObject({
    price: 450,
    original_price: 450,
  })
  expect((await change(plain._id, { price: 420 })).body.book).toMatchObject({
    price: 420,
    original_price: 450,
  })
  expect((await change(plain._id, { original_price: 500 })).body.book).toMatchObject({
    price: 420,
    original_price: 500,
  })
  expect((await change(plain._id, { title: '' })).error.message).toBe(
    '❌ Title, Author, and Original Price are required.',
  )
})

test('a new date updates year and prediction, but not the price', async () => {
  const seller = await makeAccount('seller')
  const { book } = (await add(seller, { publication_year: 1915, pages: '' })).body
  expect(book.predictedPrice).toBe(book.price)
  const change = async (more: object) =>
    (await as(seller).call(updateBook, { id: book._id, ...more })).body.book
  const dated = await change({ publicationDate: '2025-03-01', price: book.price })
  expect(dated).toMatchObject({
    publication_year: 2025,
    publicationDate: '2025-03-01',
    price: book.price,
  })
  expect(dated.predictedPrice).toBeGreaterThan(book.predictedPrice ?? Number.NaN)
  expect(dated).not.toHaveProperty('customPrice')
  // A year in the form overrides the date's year. An unchanged date doesn't change the year.
  expect(await change({ publicationDate: '2024-03-01', publication_year: 1999 })).toMatchObject({
    publication_year: 1999,
  })
  expect(await change({ publicationDate: '2024-03-01' })).toMatchObject({ publication_year: 1999 })
  expect(
    (await add(seller, { publication_year: '', publicationDate: '2001-05-05' })).body.book,
  ).toMatchObject({ publication_year: 2001 })
  // A row with a date but no year gets the year with the next change. A new book whose date is
  // removed loses its year, too.
  await changeRow('books', book._id, { publication_year: null })
  expect(await change({ publicationDate: '2024-03-01' })).toMatchObject({ publication_year: 2024 })
  const fresh = (
    await add(seller, { ...newForm, publication_year: '', publicationDate: '2015-06-01' })
  ).body.book
  expect(fresh.publication_year).toBe(2015)
  const bare = (await as(seller).call(updateBook, { id: fresh._id, publicationDate: '' })).body.book
  expect(bare).not.toHaveProperty('publication_year')
})

test('pictures are kept, reordered, added and removed', async () => {
  const seller = await makeAccount('seller')
  const { book } = (await add(seller, {}, 3)).body
  const [a = '', b = '', c = ''] = book.images
  const change = async (more: object) => as(seller).call(updateBook, { id: book._id, ...more })
  expect(
    (await change({ existingImages: JSON.stringify([c, a.replace('-480', '-1200')]) })).body.book
      .images,
  ).toEqual([c, a])
  const added = (await change({ images: [...(await makePhotos(1))] })).body.book.images
  expect(added.slice(0, 2)).toEqual([c, a])
  expect(added).toHaveLength(3)
  expect(
    (await change({ existingImages: [a], images: await makePhotos(2) })).body.book.images,
  ).toHaveLength(3)
  const inserted = (
    await change({
      existingImages: JSON.stringify(['new', a, 'new']),
      images: await makePhotos(2),
    })
  ).body.book.images
  expect([inserted.length, inserted.indexOf(a)]).toEqual([3, 1])
  expect(
    (await change({ existingImages: '', images: [...(await makePhotos(1))] })).body.book.images,
  ).toHaveLength(1)
  expect((await change({ existingImages: [], title: 'x' })).status).toBe(200)
  expect((await change({ existingImages: '' })).error.fields).toHaveProperty('existingImages')
  expect((await change({ existingImages: [b] })).error.fields).toHaveProperty('existingImages')
  expect((await change({ existingImages: ['https://evil.example/x.webp'] })).status).toBe(400)
  expect((await change({ images: await makePhotos(5) })).error.message).toBe(
    'You can upload a maximum of 5 images.',
  )
  expect((await change({ images: await makePhotos(4) })).body.book.images).toHaveLength(5)
})

test('two concurrent updates lose no picture', async () => {
  const seller = await makeAccount('seller')
  const { book } = (await add(seller)).body
  const addTwo = async () => {
    const files = await makePhotos(2)
    return Promise.all(
      files.map((file) => as(seller).call(updateBook, { id: book._id, images: [file] })),
    )
  }
  const countImages = async () =>
    new Set((await as().call(readBook, { id: book._id })).body.images).size
  expect((await addTwo()).map(({ status }) => status)).toEqual([200, 200])
  expect(await countImages()).toBe(4)
  expect(
    (await addTwo()).map(({ status, error }) => (status === 200 ? 'added' : error.code)).sort(),
  ).toEqual(['added', 'too_many_images'])
  expect(await countImages()).toBe(5)
})

test('copies can be added and removed, but not below those sold or rented', async () => {
  const shop = await makeAccount('seller', { shop: true })
  const bookId = await makeBook(shop, { book_type: 'new', price: 50_000, copies: 2 })
  await makeOrder({ seller: shop, bookId })
  const change = (copies: number) => as(shop).call(updateBook, { id: bookId, copies })
  expect((await change(4)).body.book).toMatchObject({ copies: 4, available: 3 })
  expect((await change(1)).body.book).toMatchObject({ copies: 1, available: 0 })
  expect((await change(1)).status).toBe(200)
  expect((await change(3)).body.book).toMatchObject({ copies: 3, available: 2 })
  await makeOrder({ seller: shop, bookId })
  const rejected = await change(1)
  expect([rejected.status, rejected.error.code]).toEqual([409, 'copies_in_use'])
  const { context } = await testApp()
  expect(
    await context.db.selectFrom('copies').select('id').where('book_id', '=', bookId).execute(),
  ).toHaveLength(3)
})

test('a book with open orders can’t be deleted, and a deleted one leaves every list', async () => {
  const { bookId, seller } = await makeOrder()
  const rejected = await as(seller).call(deleteBook, { id: bookId })
  expect([rejected.status, rejected.error.code]).toEqual([409, 'book_has_orders'])
  const detail = (await as(seller).call(readBook, { id: bookId })).body
  expect([detail.availability, detail.can]).toEqual(['sold', ['edit']])
  const { context } = await testApp()
  await context.db
    .updateTable('orders')
    .set({ status: 'Delivered' })
    .where('book_id', '=', bookId)
    .execute()
  expect((await as(seller).call(deleteBook, { id: bookId })).body.message).toBe('Book deleted.')
  expect((await as(seller).call(readBook, { id: bookId })).status).toBe(404)
  expect((await as(seller).call(deleteBook, { id: bookId })).status).toBe(404)
  expect((await as(seller).call(updateBook, { id: bookId, title: 'Back' })).status).toBe(404)
})
