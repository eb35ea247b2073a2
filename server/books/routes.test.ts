import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addBook, deleteBook, listBooks, listSimilarBooks, readBook, updateBook } from '#contract/books.ts'
import type { Ask } from '#contract/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import { as, makeBook, makeChat, makeOrder, makePerson, type TestPerson, testApp } from '#server/testing.ts'

let shade = 0
/** A picture that no other test uploads. */
async function picture(name = 'cover.jpg'): Promise<File> {
  shade++
  const background = { r: (shade * 40) % 256, g: (Math.floor(shade / 6) * 40) % 256, b: 200 }
  const bytes = await sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}
const pictures = (count: number) => Promise.all(Array.from({ length: count }, () => picture()))

const form = { title: 'Wings of Fire', author: 'A. P. J. Abdul Kalam', branch: 'Biography', original_price: 400 }
const oldForm = { ...form, bookType: 'old' as const, condition: 'good' as const, publication_year: 2015, pages: 180 }
const newForm = { ...form, bookType: 'new' as const }

const add = async (seller: TestPerson, more: Partial<Ask<typeof addBook>> = {}, count = 2) =>
  as(seller).call(addBook, { ...oldForm, ...more, images: await pictures(count) } as Ask<typeof addBook>)

test('an old book takes the predicted price, its pictures and the branch as the list spells it', async () => {
  const seller = await makePerson('seller')
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

test('an old book takes the seller’s own price when the prediction is declined, and the server keeps its own', async () => {
  const seller = await makePerson('seller')
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
  expect(body.book).toMatchObject({ price: 222.5, customPrice: 222.5, available: 1, ratings: { count: 0 }, seller: { _id: seller.id } })
  expect(body.book.predictedPrice).toBeGreaterThan(100)
  const bare = await add(seller, { acceptPredictedPrice: 'false', customPrice: 50, publication_year: '', pages: '', condition: '' })
  expect(bare.body.book).toMatchObject({ price: 50, condition: 'good' })
  expect(bare.body.book).not.toHaveProperty('predictedPrice')
})

test('a new book asks the price given, else its original price; a shop may have several copies', async () => {
  const shop = await makePerson('seller', { shop: true })
  expect((await add(shop, { ...newForm, price: 350, copies: 5 })).body.book).toMatchObject({
    price: 350,
    original_price: 400,
    copies: 5,
    available: 5,
  })
  expect((await add(shop, newForm)).body.book).toMatchObject({ price: 400, condition: 'good' })
})

const required = '❌ Title, Author, and Original Price are required.'
test.each([
  [{ title: '' }, 'book_fields_required', required, 'title'],
  [{ title: ' \u0000 ' }, 'book_fields_required', required, 'title'],
  [{ author: undefined }, 'book_fields_required', required, 'author'],
  [{ original_price: '' }, 'book_fields_required', required, 'original_price'],
  [{ original_price: undefined, branch: '' }, 'book_fields_required', required, 'branch'],
  [{ branch: '' }, 'branch_required', '❌ Please select a valid branch.', 'branch'],
  [{ bookType: 'rent' }, 'malformed', 'Choose a new or an old book.', 'bookType'],
  [{ original_price: 'ten' }, 'malformed', 'Original price must be a number.', 'original_price'],
  [{ original_price: 0.5 }, 'malformed', 'Original price must be at least ₹1.', 'original_price'],
  [{ original_price: 100_000.01 }, 'malformed', 'Original price can be at most ₹1,00,000.', 'original_price'],
  [{ title: 'x'.repeat(201) }, 'malformed', 'Title can have at most 200 characters.', 'title'],
  [{ description: 'x'.repeat(5001) }, 'malformed', 'Description can have at most 5,000 characters.', 'description'],
  [{ isRentable: 'on' }, 'malformed', 'Rentable must be true or false.', 'isRentable'],
  [{ isRentable: 'true' }, 'malformed', 'Rent price per day is required.', 'rentPrice'],
  [{ isbn: '12345' }, 'malformed', 'An ISBN has 10 or 13 digits.', 'isbn'],
  [{ publicationDate: '2015-02-30' }, 'malformed', 'Enter a date as YYYY-MM-DD.', 'publicationDate'],
  [{ pages: 0 }, 'malformed', 'Pages must be at least 1.', 'pages'],
  [{ pages: '' }, 'prediction_missing', 'Predict the price first, or enter your own price.', undefined],
  [{ acceptPredictedPrice: 'no' }, 'prediction_missing', 'Predict the price first, or enter your own price.', 'customPrice'],
  [
    { acceptPredictedPrice: 'no', customPrice: 400.01 },
    'malformed',
    "An old book's price can be at most its original price.",
    'customPrice',
  ],
  [{ acceptPredictedPrice: 'maybe' }, 'malformed', "Accepting the predicted price is 'yes' or 'no'.", 'acceptPredictedPrice'],
  [{ copies: 2 }, 'malformed', 'Only shop owners can list several copies, and only of new books.', 'copies'],
])('a listing with %o is refused: %s', async (wrong, code, message, field) => {
  const { status, refusal } = await add(await makePerson('seller'), wrong as object)
  expect([status, refusal.code, refusal.message]).toEqual([400, code, message])
  if (field !== undefined) expect(refusal.fields).toHaveProperty([field])
})

test.each([
  [0, 'too_few_images', '❌ Please upload at least 2 images.'],
  [1, 'too_few_images', '❌ Please upload at least 2 images.'],
  [6, 'too_many_images', 'You can upload a maximum of 5 images.'],
  [13, 'too_many_images', 'You can upload a maximum of 5 images.'],
])('a listing with %i pictures is refused', async (count, code, message) => {
  const { status, refusal } = await add(await makePerson('seller'), {}, count)
  expect([status, refusal.code, refusal.message]).toEqual([400, code, message])
})

test('a picture above 10 MB is refused, and 5 are taken', async () => {
  const seller = await makePerson('seller')
  const huge = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'huge.jpg')
  const refused = await as(seller).call(addBook, { ...oldForm, images: [await picture(), huge] })
  expect([refused.status, refused.refusal.code]).toEqual([413, 'too_large'])
  expect((await add(seller, {}, 5)).body.book.images).toHaveLength(5)
})

test('texts are kept as they are, whatever they hold', async () => {
  const seller = await makePerson('seller')
  const texts = {
    title: '<script>alert(1)</script> 📚',
    author: "Robert'); DROP TABLE books;--",
    description: 'مرحبا \u202e٪ %_\\ {{x}}',
  }
  const { body } = await add(seller, texts)
  expect(body.book).toMatchObject(texts)
  expect((await add(seller, { title: 'A\u0000B' })).body.book.title).toBe('AB')
})

test('only sellers list books, and only their owners change or delete them', async () => {
  const [owner, other] = await Promise.all([makePerson('seller'), makePerson('seller')])
  const id = await makeBook(owner)
  const strangers = [undefined, await makePerson('buyer'), await makePerson('admin'), other]
  for (const [at, [status, code]] of (
    [
      [401, 'signed_out'],
      [403, 'wrong_role'],
      [403, 'wrong_role'],
    ] as const
  ).entries()) {
    const answers = await Promise.all([
      as(strangers[at]).call(addBook, { ...oldForm, images: await pictures(2) }),
      as(strangers[at]).call(updateBook, { id, title: 'Mine' }),
      as(strangers[at]).call(deleteBook, { id }),
    ])
    for (const answer of answers) expect([answer.status, answer.refusal.code]).toEqual([status, code])
  }
  for (const answer of [await as(other).call(updateBook, { id, title: 'Mine' }), await as(other).call(deleteBook, { id })])
    expect([answer.status, answer.refusal.message]).toEqual([404, 'Book not found.'])
  expect((await as(owner).call(updateBook, { id: newId(), title: 'X' })).status).toBe(404)
})

test('an update changes what it names, clears what it leaves empty, and keeps the rest', async () => {
  const seller = await makePerson('seller')
  const { book } = (await add(seller, { description: 'Old text', publicationDate: '2015-06-01', isbn: '9780306406157' })).body
  const { status, body } = await as(seller).call(updateBook, {
    id: book._id,
    title: 'Ignited Minds',
    description: '',
    isRentable: 'true',
    rentPrice: '7',
  })
  expect([status, body.message]).toEqual([200, '✅ Book Updated Successfully!'])
  const { description: _, recommendations: __, ...kept } = book
  expect(body.book).toMatchObject({ ...kept, title: 'Ignited Minds', isRentable: true, rentPrice: 7 })
  expect(body.book).not.toHaveProperty('description')
  expect((await as().call(listBooks, { search: 'ignited minds 9780306406157' })).body.map(({ _id }) => _id)).toContain(book._id)
  await as(seller).call(updateBook, { id: book._id, isRentable: 'false' })
  expect((await as(seller).call(updateBook, { id: book._id, isRentable: 'true' })).body.book.rentPrice).toBe(7)
})

test('an asked price follows the rules of its kind', async () => {
  const seller = await makePerson('seller')
  const old = (await add(seller)).body.book
  const change = (id: string, more: object) => as(seller).call(updateBook, { id, ...more })
  expect((await change(old._id, { price: 150 })).body.book).toMatchObject({
    price: 150,
    customPrice: 150,
    predictedPrice: old.predictedPrice,
  })
  expect((await change(old._id, { price: 401 })).refusal.fields).toHaveProperty('price')
  expect((await change(old._id, { original_price: 149 })).refusal.fields).toHaveProperty('original_price')
  expect((await change(old._id, { original_price: 300, price: 300 })).body.book).toMatchObject({ price: 300, original_price: 300 })
  expect((await change(old._id, { isRentable: true })).refusal.fields).toEqual({ rentPrice: 'Rent price per day is required.' })
  const plain = (await add(seller, newForm)).body.book
  expect((await change(plain._id, { original_price: 450 })).body.book).toMatchObject({ price: 450, original_price: 450 })
  expect((await change(plain._id, { price: 420 })).body.book).toMatchObject({ price: 420, original_price: 450 })
  expect((await change(plain._id, { original_price: 500 })).body.book).toMatchObject({ price: 420, original_price: 500 })
  expect((await change(plain._id, { title: '' })).refusal.message).toBe(required)
})

test('pictures are kept, ordered, added and dropped', async () => {
  const seller = await makePerson('seller')
  const { book } = (await add(seller, {}, 3)).body
  const [a = '', b = '', c = ''] = book.images
  const change = async (more: object) => as(seller).call(updateBook, { id: book._id, ...more })
  expect((await change({ existingImages: JSON.stringify([c, a.replace('-480', '-1200')]) })).body.book.images).toEqual([c, a])
  const added = (await change({ images: [await picture()] })).body.book.images
  expect(added.slice(0, 2)).toEqual([c, a])
  expect(added).toHaveLength(3)
  expect((await change({ existingImages: [a], images: await pictures(2) })).body.book.images).toHaveLength(3)
  expect((await change({ existingImages: '', images: [await picture()] })).body.book.images).toHaveLength(1)
  expect((await change({ existingImages: [], title: 'x' })).status).toBe(200)
  expect((await change({ existingImages: '' })).refusal.fields).toHaveProperty('existingImages')
  expect((await change({ existingImages: [b] })).refusal.fields).toHaveProperty('existingImages')
  expect((await change({ existingImages: ['https://evil.example/x.webp'] })).status).toBe(400)
  expect((await change({ images: await pictures(5) })).refusal.message).toBe('You can upload a maximum of 5 images.')
  expect((await change({ images: await pictures(4) })).body.book.images).toHaveLength(5)
})

test('two updates at once lose no picture', async () => {
  const seller = await makePerson('seller')
  const { book } = (await add(seller)).body
  const files = await pictures(3)
  const answers = await Promise.all(files.map((file) => as(seller).call(updateBook, { id: book._id, images: [file] })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { images } = (await as().call(readBook, { id: book._id })).body
  expect(new Set(images).size).toBe(5)
  const tooMany = await Promise.all((await pictures(2)).map((file) => as(seller).call(updateBook, { id: book._id, images: [file] })))
  expect(tooMany.map(({ refusal }) => refusal.code)).toEqual(['too_many_images', 'too_many_images'])
})

test('copies go up and down, but not below those that are out', async () => {
  const shop = await makePerson('seller', { shop: true })
  const bookId = await makeBook(shop, { book_type: 'new', price: 50_000, copies: 2 })
  await makeOrder({ seller: shop, bookId })
  const change = (copies: number) => as(shop).call(updateBook, { id: bookId, copies })
  expect((await change(4)).body.book).toMatchObject({ copies: 4, available: 3 })
  expect((await change(1)).body.book).toMatchObject({ copies: 1, available: 0 })
  expect((await change(1)).status).toBe(200)
  expect((await change(3)).body.book).toMatchObject({ copies: 3, available: 2 })
  await makeOrder({ seller: shop, bookId })
  const refused = await change(1)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'copies_in_use'])
  const { parts } = await testApp()
  expect(await parts.db.selectFrom('copies').select('id').where('book_id', '=', bookId).execute()).toHaveLength(3)
})

test('a book with open orders stays; else it leaves every list', async () => {
  const { bookId, seller } = await makeOrder()
  const refused = await as(seller).call(deleteBook, { id: bookId })
  expect([refused.status, refused.refusal.code]).toEqual([409, 'book_has_orders'])
  const own = (await as(seller).call(readBook, { id: bookId })).body
  expect([own.availability, own.can]).toEqual(['sold', ['edit']])
  const { parts } = await testApp()
  await parts.db.updateTable('orders').set({ status: 'Delivered' }).where('book_id', '=', bookId).execute()
  expect((await as(seller).call(deleteBook, { id: bookId })).body.message).toBe('Book deleted.')
  expect((await as(seller).call(readBook, { id: bookId })).status).toBe(404)
  expect((await as(seller).call(deleteBook, { id: bookId })).status).toBe(404)
  expect((await as(seller).call(updateBook, { id: bookId, title: 'Back' })).status).toBe(404)
})

test('a rented book says until when, and a rent that is out keeps it from being deleted', async () => {
  const { bookId, seller, order } = await makeOrder({ days: 10 })
  const { parts } = await testApp()
  await parts.db.updateTable('orders').set({ status: 'Delivered' }).where('book_id', '=', bookId).execute()
  const { body } = await as().call(readBook, { id: bookId })
  expect([body.availability, body.rentedUntil]).toEqual(['rented', order.rentEndDate])
  expect((await as(seller).call(deleteBook, { id: bookId })).refusal.code).toBe('book_has_orders')
})

test('a book is there for everyone, with what each may do', async () => {
  const seller = await makePerson('seller', { name: 'Ravi', shop: true })
  const id = await makeBook(seller)
  const buyer = await makePerson('buyer')
  const moves = async (person?: TestPerson) => (await as(person).call(readBook, { id })).body.can
  expect(await moves()).toEqual(['chat'])
  expect(await moves(buyer)).toEqual(['chat'])
  expect(await moves(seller)).toEqual(['edit', 'delete'])
  expect(await moves(await makePerson('seller'))).toEqual([])
  expect(await moves(await makePerson('admin'))).toEqual([])
  expect((await as().call(readBook, { id })).body.seller).toEqual({
    _id: seller.id,
    name: 'Ravi',
    sellerType: 'shop owner',
    ratings: { count: 0 },
  })
  const { parts } = await testApp()
  const human = await parts.db.selectFrom('people').select('human_id').where('id', '=', seller.id).executeTakeFirstOrThrow()
  await parts.db.updateTable('people').set(human).where('id', '=', buyer.id).execute()
  expect(await moves(buyer)).toEqual([])
})

test('two live tokens give no more than one of them does', async () => {
  const [seller, buyer] = await Promise.all([makePerson('seller'), makePerson('buyer')])
  const id = await makeBook(seller)
  const both = (await as(buyer).call(readBook, { id }, { headers: { 'auth-token': seller.token } })).body.can
  expect([['chat'], ['edit', 'delete']]).toContainEqual(both)
})

test('a sold book can be asked about only where a chat exists', async () => {
  const chat = await makeChat()
  const { parts } = await testApp()
  await parts.db.updateTable('books').set({ available: 0 }).where('id', '=', chat.bookId).execute()
  expect((await as(chat.buyer).call(readBook, { id: chat.bookId })).body.can).toEqual(['chat'])
  expect((await as(await makePerson('buyer')).call(readBook, { id: chat.bookId })).body.can).toEqual([])
})

test('a book that is nowhere, deleted, or a blocked seller’s is not found; a bad id is refused', async () => {
  const { app, parts } = await testApp()
  const seller = await makePerson('seller')
  const [gone, blocked] = [await makeBook(seller, { deleted_at: new Date() }), await makeBook(await makePerson('seller'))]
  const { seller_id } = await parts.db.selectFrom('books').select('seller_id').where('id', '=', blocked).executeTakeFirstOrThrow()
  await parts.db.updateTable('people').set({ status: 'blocked' }).where('id', '=', seller_id).execute()
  for (const id of [newId(), gone, blocked])
    for (const point of [readBook, listSimilarBooks]) {
      const { status, refusal } = await as().call(point, { id })
      expect([status, refusal.message]).toEqual([404, 'Book not found.'])
    }
  for (const url of ['/api/books/', '/api/books', '/api/books/42', "/api/books/'or 1=1", '/api/books/%00', '/api/books/similar/x']) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.json()], url).toEqual([
      400,
      expect.objectContaining({ message: 'Book ID is required', code: 'book_id_required' }),
    ])
  }
})

test('what is kept for every visitor is made anew after a write', async () => {
  const seller = await makePerson('seller')
  const ask = { branch: 'Comics', limit: 8 }
  const before = (await as().call(listBooks, ask)).body.length
  const { book } = (await add(seller, { branch: 'Comics' })).body
  expect((await as().call(listBooks, ask)).body).toHaveLength(before + 1)
  await as(seller).call(updateBook, { id: book._id, title: 'Amar Chitra Katha' })
  expect((await as().call(listBooks, ask)).body[0]?.title).toBe('Amar Chitra Katha')
  await as(seller).call(deleteBook, { id: book._id })
  expect((await as().call(listBooks, ask)).body).toHaveLength(before)
})
