import { expect, test } from 'vitest'
import { deleteSellerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { listAllBooks } from '#contract/admin/admin.ts'
import { publicationYears } from '#contract/books/book-forms.ts'
import { addBook, readBook, readOwnBook, updateBook } from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makePhotos, testApp } from '#server/testing.ts'
import { rounds } from '#server/testing-rounds.ts'
import { add, newForm, oldForm } from './testing-forms.ts'

test('an old book gets the predicted price and the listed spelling of its branch', async () => {
  const seller = await makeAccount('seller')
  const { status, body } = await add(seller, {
    branch: 'biography',
    isbn: '81-7371-146-1',
    isRentable: 'true',
    rentPrice: '5.5',
    description: ' Read once. ',
  })
  expect([status, body.message]).toEqual([201, '✅ Book Added Successfully!'])
  expect(body.book).toMatchObject({
    branch: 'Biography',
    isbn: '9788173711466',
    rentPrice: 5.5,
    isRentable: true,
    description: 'Read once.',
    copies: 1,
  })
  expect(body.book.predictedPrice).toBe(body.book.price)
  expect(body.book.price).toBeLessThan(400)
  expect(body.book.images).toHaveLength(2)
  expect((await as().call(readBook, { id: body.book._id })).body.title).toBe('Wings of Fire')
})

test('an old book gets the seller’s price if the prediction is declined', async () => {
  const seller = await makeAccount('seller')
  const forged = {
    acceptPredictedPrice: 'no',
    customPrice: '222.50',
    predictedPrice: 1,
    predicted_price: 1,
    seller: newId(),
    available: 99,
    ratings: 5,
  } as const
  const { body } = await add(seller, forged)
  expect(body.book).toMatchObject({
    price: 222.5,
    customPrice: 222.5,
    available: 1,
    ratings: { count: 0 },
    seller: { _id: seller.id },
  })
  expect(body.book.predictedPrice).toBeGreaterThan(100)
  const bare = await add(seller, {
    acceptPredictedPrice: 'false',
    customPrice: 50,
    publication_year: '',
    pages: '',
    condition: '',
  })
  expect(bare.body.book).toMatchObject({ price: 50, condition: 'good' })
  expect(bare.body.book).not.toHaveProperty('predictedPrice')
  const several = await add(seller, { customPrice: 50, copies: 12 })
  expect(several.body.book).toMatchObject({ copies: 12, available: 12 })
})

test('a new book costs the given or the original price', async () => {
  const shop = await makeAccount('seller', { shop: true })
  expect((await add(shop, { ...newForm, price: 350, copies: 5 })).body.book).toMatchObject({
    price: 350,
    original_price: 400,
    copies: 5,
    available: 5,
  })
  const bare = await add(shop, { ...newForm, condition: '' })
  expect(bare.body.book).toMatchObject({ price: 400, condition: 'new' })
  const asSent = await add(shop, { ...newForm, condition: 'average' })
  expect(asSent.body.book).toMatchObject({ condition: 'average' })
})

test('a new book costs at most its list price', async () => {
  const shop = await makeAccount('seller', { shop: true })
  const form = { bookType: 'new' as const, publication_year: new Date().getFullYear() - 30 }
  const { body } = await add(shop, { ...form, price: 380 })
  expect(body.book).toMatchObject({ price: 380, original_price: 400 })
  const above = await add(shop, { ...form, price: 401 })
  expect([above.status, above.error.fields]).toEqual([
    400,
    { original_price: "The original price can't be below the asking price of ₹401." },
  ])
  const { _id: id } = body.book
  const raised = await as(shop).call(updateBook, { id, price: 401 })
  expect(raised.error.fields).toEqual({
    price: "A new book's price can be at most its original price.",
  })
  const both = await as(shop).call(updateBook, { id, price: 500, original_price: 500 })
  expect(both.body.book).toMatchObject({ price: 500, original_price: 500 })
})

test('a book of 20 years or more may cost more than its list price', async () => {
  const seller = await makeAccount('seller')
  const year = new Date().getFullYear() - 21
  const { status, body } = await add(seller, { publication_year: year, customPrice: 900 })
  expect([status, body.book.price, body.book.original_price]).toEqual([201, 900, 400])
  const id = body.book._id
  const change = async (changed: object) => {
    const { status, error } = await as(seller).call(updateBook, { id, ...changed } as never)
    return error?.fields ?? status
  }
  expect(await change({ price: '₹1,200/-' })).toBe(200)
  const newer = { publication_year: year + 10, price: 1200 }
  expect(await change(newer)).toEqual({
    price: "An old book's price can be at most its original price.",
  })
})

const required = '❌ Title, Author, and Original Price are required.'
const publishedWithin = `Publication date must be in the years 1900 to ${publicationYears().latest}.`

const notPredicted = 'Predict the price first, or enter your own price.'
const tooDear = "An old book's price can be at most its original price."

test.each<[wrong: object, message: string, field?: string | undefined, code?: string]>([
  [{ title: '' }, required, 'title', 'book_fields_required'],
  [{ title: ' \u0000 ' }, required, 'title', 'book_fields_required'],
  [{ author: undefined }, required, 'author', 'book_fields_required'],
  [{ original_price: '' }, required, 'original_price', 'book_fields_required'],
  [{ original_price: undefined, branch: '' }, required, 'branch', 'book_fields_required'],
  [{ branch: '' }, '❌ Please select a valid branch.', 'branch', 'branch_required'],
  [{ branch: 'all  branches' }, '❌ Please select a valid branch.', 'branch', 'branch_required'],
  [{ bookType: 'rent' }, 'Choose a new or an old book.', 'bookType'],
  [{ original_price: 'ten' }, 'Original price must be a number.', 'original_price'],
  [{ original_price: 0.5 }, 'Original price must be at least ₹1.', 'original_price'],
  [{ original_price: 100_000.01 }, 'Original price can be at most ₹1,00,000.', 'original_price'],
  [{ title: 'x'.repeat(201) }, 'Title can have at most 200 characters.', 'title'],
  [{ description: 'x'.repeat(5001) }, 'Description can have at most 5,000 characters.'],
  [{ isRentable: 'on' }, 'Rentable must be true or false.', 'isRentable'],
  [{ isRentable: 'true' }, 'Rent price per day is required.', 'rentPrice'],
  [{ isbn: '12345' }, 'An ISBN has 10 or 13 digits.', 'isbn'],
  [{ publicationDate: '2015-02-30' }, 'Enter a date as YYYY-MM-DD.', 'publicationDate'],
  [{ publicationDate: '1899-12-31' }, publishedWithin, 'publicationDate'],
  [{ publicationDate: '9999-12-31' }, publishedWithin, 'publicationDate'],
  [{ pages: 0 }, 'Pages must be at least 1.', 'pages'],
  [{ publication_year: '' }, notPredicted, undefined, 'prediction_missing'],
  [{ acceptPredictedPrice: 'no' }, notPredicted, 'customPrice', 'prediction_missing'],
  [{ acceptPredictedPrice: 'no', customPrice: 400.01 }, tooDear, 'customPrice'],
  [{ acceptPredictedPrice: 'maybe' }, "Accepting the predicted price is 'yes' or 'no'."],
  [{ ...newForm, copies: 2 }, 'Only shop owners can list several copies of a new book.', 'copies'],
])('a listing with %o is rejected: %s', async (wrong, message, field, code = 'malformed') => {
  const { status, error } = await add(await makeAccount('seller'), wrong)
  expect([status, error.code, error.message]).toEqual([400, code, message])
  if (field !== undefined) expect(error.fields).toHaveProperty([field])
})

test.each([
  [0, 'too_few_images', '❌ Please upload at least 2 images.'],
  [1, 'too_few_images', '❌ Please upload at least 2 images.'],
  [6, 'too_many_images', 'You can upload a maximum of 5 images.'],
  [13, 'too_many_images', 'You can upload a maximum of 5 images.'],
])('a listing with %i pictures is rejected', async (count, code, message) => {
  const { status, error } = await add(await makeAccount('seller'), {}, count)
  expect([status, error.code, error.message]).toEqual([400, code, message])
})

test('rejects a picture above 10 MB, and accepts 5 pictures', async () => {
  const seller = await makeAccount('seller')
  const huge = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'huge.jpg')
  const rejected = await as(seller).call(addBook, {
    ...oldForm,
    images: [...(await makePhotos(1)), huge],
  })
  expect([rejected.status, rejected.error.code]).toEqual([413, 'too_large'])
  expect((await add(seller, {}, 5)).body.book.images).toHaveLength(5)
})

test('texts are stored unchanged, whatever they contain', async () => {
  const seller = await makeAccount('seller')
  const texts = {
    title: '<script>alert(1)</script> 📚',
    author: "Robert'); DROP TABLE books;--",
    description: 'مرحبا ٪ %_\\ {{x}}\n\nनमस्‍ते',
  }
  const { body } = await add(seller, texts)
  expect(body.book).toMatchObject(texts)
  expect((await add(seller, { title: 'A\u0000B' })).body.book.title).toBe('AB')
})

test('a book added while its seller deletes the account doesn’t stay', async () => {
  for (let round = 0; round < rounds(2, 8); round++) {
    const seller = await makeAccount('seller')
    const deleteAccount = () => as(seller).call(deleteSellerAccount, {})
    const responses = await Promise.all(
      round % 2 === 0
        ? [add(seller), add(seller), deleteAccount()]
        : [deleteAccount(), add(seller), add(seller)],
    )
    for (const { status } of responses) expect([200, 201, 401]).toContain(status)
    const { context } = await testApp()
    const remaining = context.db
      .selectFrom('books')
      .select('id')
      .where('seller_id', '=', seller.id)
      .where('deleted_at', 'is', null)
    expect(await remaining.execute()).toEqual([])
  }
})

test('only the seller and admins see the shelf code', async () => {
  const seller = await makeAccount('seller')
  const { body } = await add(seller, { shelfCode: ' शेल्फ 3 📚 ' })
  const id = body.book._id
  const own = async () => (await as(seller).call(readOwnBook, { id })).body.shelfCode
  const shown = 'शेल्फ 3 📚'
  expect(await own()).toBe(shown)
  expect(JSON.stringify(body)).not.toContain(shown)
  expect(JSON.stringify((await as().call(readBook, { id })).body)).not.toContain(shown)
  const { body: all } = await as(await makeAccount('admin')).call(listAllBooks, { limit: 1 })
  expect(all[0]).toMatchObject({ _id: id, shelfCode: shown })
  const exported = (await as(seller).call(exportAccount, {})).body.books
  expect(exported[0]).toMatchObject({ _id: id, shelfCode: shown })
  expect((await as(seller).call(updateBook, { id, shelfCode: 'x'.repeat(31) })).body).toMatchObject(
    { fields: { shelfCode: 'Shelf code can have at most 30 characters.' } },
  )
  await as(seller).call(updateBook, { id, pages: 12 })
  expect(await own()).toBe(shown)
  await as(seller).call(updateBook, { id, shelfCode: '' })
  expect(await own()).toBeUndefined()
})
