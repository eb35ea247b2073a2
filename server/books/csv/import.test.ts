import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listBooks, listOwnBooks, readBook, updateBook } from '#contract/books/books.ts'
import { exportBooks, importBooks } from '#contract/books/manage/csv.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { listingQuotas } from '#server/books/limits.ts'
import { updateRecommendations } from '#server/books/recommend/recommend.ts'
import { transact } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import {
  as,
  makeAccount,
  makeBook,
  makePhotos,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { newIsbn, newTitle } from '#server/testing-titles.ts'
import { csvFile, csvOf, importCsv, preview, rowOf } from './testing-csv.ts'

const shop = () => makeAccount('seller', { shop: true })
const ownTitles = async (seller: TestAccount) =>
  (await as(seller).call(listOwnBooks, {})).body.map(({ title }) => title)

test('two files at once are refused', async () => {
  const seller = await shop()
  const file = [csvFile(csvOf('A')), csvFile(csvOf('B'))] as never
  const { status, error } = await as(seller).call(importBooks, { file })
  expect([status, error.code]).toEqual([400, 'one_csv'])
  expect(await ownTitles(seller)).toEqual([])
})

test('all books of a file are added in its order, or none if a row is wrong', async () => {
  const seller = await shop()
  const wrong = await importCsv(seller, `${csvOf('A', 'B')}${rowOf('')}\n`)
  expect([wrong.status, wrong.error.code]).toEqual([400, 'csv_has_errors'])
  expect(await ownTitles(seller)).toEqual([])
  const { status, body } = await importCsv(seller, csvOf('A', 'B', 'C'))
  expect([status, body.message]).toEqual([201, '3 books imported.'])
  expect(await ownTitles(seller)).toEqual(['C', 'B', 'A'])
  const ids = (await as(seller).call(listOwnBooks, {})).body.map(({ _id }) => _id)
  expect(body.books.map(({ _id }) => _id)).toEqual(ids.toReversed())
})

test('a repeated request and a double click import a file once', async () => {
  const seller = await shop()
  const file = csvOf('A', 'B')
  const twice = await Promise.all([importCsv(seller, file, 'k'), importCsv(seller, file, 'k')])
  const again = await importCsv(seller, file, 'k')
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect([twice[1].body, again.body]).toEqual([twice[0].body, twice[0].body])
  expect(await ownTitles(seller)).toEqual(['B', 'A'])
  expect((await importCsv(seller, csvOf('C'), 'k')).error.code).toBe('key_reused')
  const { body } = await preview(seller, csvOf('A', 'C'))
  expect(body.alreadyListed).toBe(1)
})

test('only sellers import and export, and nobody gets another seller’s import', async () => {
  const [seller, other] = [await shop(), await shop()]
  for (const role of ['buyer', 'admin'] as const) {
    const account = await makeAccount(role)
    expect((await importCsv(account, csvOf('A'))).error.code).toBe('wrong_role')
    expect((await preview(account, csvOf('A'))).error.code).toBe('wrong_role')
    expect((await as(account).call(exportBooks, {})).error.code).toBe('wrong_role')
  }
  expect((await as().call(importBooks, { file: csvFile(csvOf('A')) })).status).toBe(401)
  await importCsv(seller, csvOf('A'), 'same key')
  expect((await importCsv(other, csvOf('B'), 'same key')).body.books).toHaveLength(1)
  expect([await ownTitles(seller), await ownTitles(other)]).toEqual([['A'], ['B']])
})

test('an import counts in the daily quota, and one that exceeds it adds nothing', async () => {
  const student = await makeAccount('seller')
  const { max } = listingQuotas.student
  const titles = Array.from({ length: max - 1 }, (_, index) => `Book ${index}`)
  expect((await preview(student, csvOf(...titles, 'A', 'B'))).body.problem).toBe(
    `You can list ${max} more books today. Split the file.`,
  )
  expect((await importCsv(student, csvOf(...titles))).status).toBe(201)
  const problemOf = async (file: string) => (await preview(student, file)).body.problem
  const [first, second, both] = [csvOf('A'), csvOf('B'), csvOf('A', 'B')]
  expect((await importCsv(student, both)).error.code).toBe('too_many_listings')
  expect(await problemOf(both)).toBe('You can list 1 more book today. Split the file.')
  expect(await problemOf(first)).toBeUndefined()
  const racing = await Promise.all([importCsv(student, first), importCsv(student, second)])
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 429])
  expect(await problemOf(first)).toContain('Please go on tomorrow.')
})

test('a repeated request that uses up the quota gets the first one’s books', async () => {
  const student = await makeAccount('seller')
  const titles = Array.from({ length: listingQuotas.student.max }, (_, index) => `Book ${index}`)
  const file = csvOf(...titles)
  const twice = await Promise.all([importCsv(student, file, 'k'), importCsv(student, file, 'k')])
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(twice[1].body).toEqual(twice[0].body)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'imports that wait for their turn hold one connection',
  async () => {
    const { db } = (await testApp()).context
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_locks join pg_database on oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
      return rows.length
    }
    const sellers = await Promise.all(Array.from({ length: 4 }, shop))
    let imports: ReturnType<typeof importCsv>[] = []
    await transact(db, async (other) => {
      await lockKey(other, 'imports of books')
      imports = sellers.map((seller) => importCsv(seller, csvOf('A')))
      await expect.poll(countWaiting).toBe(1)
      await sleep(1000)
      expect(await countWaiting()).toBe(1)
    })
    expect((await Promise.all(imports)).map(({ status }) => status)).toEqual(Array(4).fill(201))
  },
)

const stateOf = async (seller: TestAccount, id: string) => {
  const own = (await as(seller).call(listOwnBooks, {})).body.find(({ _id }) => _id === id)
  const isPublic = (await as().call(readBook, { id })).status === 200
  return { needsPhotos: own?.needsPhotos, hiddenReason: own?.hiddenReason, isPublic }
}
const draft = { needsPhotos: true, hiddenReason: undefined, isPublic: false }
const shown = { needsPhotos: undefined, hiddenReason: undefined, isPublic: true }

async function importOne(seller: TestAccount, title = 'The Guide'): Promise<string> {
  const { body } = await importCsv(seller, csvOf(title))
  return body.books[0]?._id ?? ''
}
const addPhotos = async (seller: TestAccount, id: string, count: number) =>
  as(seller).call(updateBook, { id, images: await makePhotos(count) })

test('an imported book is a draft until it has two photos', async () => {
  const [seller, title] = [await shop(), newTitle()]
  const id = await importOne(seller, title)
  const search = async () => (await as().call(listBooks, { search: title })).body.length
  expect(await stateOf(seller, id)).toEqual(draft)
  expect((await as(await shop()).call(readBook, { id })).status).toBe(404)
  expect((await as(seller).call(readBook, { id })).body).toMatchObject({ needsPhotos: true })
  await as(seller).call(updateBook, { id, price: 100 })
  expect((await addPhotos(seller, id, 1)).body.book.needsPhotos).toBe(true)
  expect([await stateOf(seller, id), await search()]).toEqual([draft, 0])
  const withoutPhotos = await as(seller).call(listOwnBooks, { withoutPhotos: 'true' })
  expect(withoutPhotos.body.map(({ _id, can }) => [_id, can.includes('hide')])).toEqual([
    [id, false],
  ])
  expect((await addPhotos(seller, id, 1)).body.book).not.toHaveProperty('needsPhotos')
  expect([await stateOf(seller, id), await search()]).toEqual([shown, 1])
  const { db } = (await testApp()).context
  const { rows } = await sql<{ is_new: boolean }>`select listed_at > created_at as is_new
    from books where id = ${id}`.execute(db)
  expect(rows).toEqual([{ is_new: true }])
})

test('a draft is recommended as soon as it is published', async () => {
  const [seller, title, { context }] = [await shop(), newTitle(), await testApp()]
  const other = await makeBook(seller, { title: `${title} II`, author: 'R. K. Narayan' })
  const id = await importOne(seller, title)
  while ((await updateRecommendations(context.db, context.now())) > 0);
  await addPhotos(seller, id, 2)
  await context.jobs.idle()
  expect((await as().call(readBook, { id: other })).body.recommendations).toContain(id)
})

test('two uploads at the same time, of one photo each, put a draft on the market', async () => {
  const seller = await shop()
  const id = await importOne(seller)
  const uploads = await Promise.all([addPhotos(seller, id, 1), addPhotos(seller, id, 1)])
  expect(uploads.map(({ status }) => status)).toEqual([200, 200])
  expect(await stateOf(seller, id)).toEqual(shown)
})

test('what an admin hides stays hidden when it gets photos, and a draft that an admin shows stays a draft', async () => {
  const [seller, { context }] = [await shop(), await testApp()]
  const id = await importOne(seller)
  const setHidden = (reason?: string) =>
    transact(context.db, (db) => setBookHidden(db, id, reason, new Date()))
  expect((await setHidden('A scam.'))?.isChanged).toBe(true)
  expect((await setHidden())?.isChanged).toBe(true)
  expect((await setHidden())?.isChanged).toBe(false)
  expect(await stateOf(seller, id)).toEqual(draft)
  await setHidden('A scam.')
  await addPhotos(seller, id, 2)
  expect(await stateOf(seller, id)).toEqual({ ...shown, hiddenReason: 'A scam.', isPublic: false })
  await setHidden()
  expect(await stateOf(seller, id)).toEqual(shown)
})

test('a seller sees the photo of a draft', async () => {
  const seller = await shop()
  const id = await importOne(seller)
  await addPhotos(seller, id, 1)
  const [url = ''] = (await as(seller).call(readBook, { id })).body.images
  const { app } = await testApp()
  expect((await app.inject(url)).statusCode).toBe(200)
})

test('what is exported can be imported', async () => {
  const [seller, isbn] = [await shop(), newIsbn()]
  const columns = {
    ...{ title: '=HYPERLINK("x")', author: "'-@, नारायण;", isbn, book_type: 'old' as const },
    ...{ condition: 'new' as const, price: 12_050, original_price: 29_900, copies: 3 },
    ...{ publication_year: 2010, publication_date: '2010-05-01', pages: 220, branch: 'A > B' },
    ...{
      genre: 'Novel',
      description: '- Clean\n"tight" 📚 <b>&amp;</b>',
      shelf_code: '+A3',
      custom_price: 12_050,
    },
    ...{ is_rentable: true, rent_price: 500, rent_deposit: 10_000, late_fee: 250 },
    ...{ open_to_exchange: true, reservation_hours: 48 },
  }
  await makeBook(seller, columns)
  await makeBook(seller, { title: 'Sold out', available: 0 })
  await makeBook(seller, { title: 'Plain', book_type: 'new', condition: 'good', branch: 'Law' })
  const { csv, next } = (await as(seller).call(exportBooks, {})).body
  expect([next, csv.startsWith('\ufeffTitle,Author,ISBN')]).toEqual([undefined, true])
  expect(csv).toContain(`'=HYPERLINK`)
  const importer = await shop()
  const previewed = (await preview(importer, csv)).body
  expect(previewed).toMatchObject({ errors: [], wrongRows: 0, soldOut: 1 })
  const { status, body } = await importCsv(importer, csv)
  expect(status).toBe(201)
  // The photos of a row go to the book at the same place.
  const own = (await as(importer).call(listOwnBooks, {})).body
  const titleOf = (id: string) => own.find(({ _id }) => _id === id)?.title
  const titles = ['Plain', '=HYPERLINK("x")']
  expect(previewed.books.map(({ title }) => title)).toEqual(titles)
  expect(body.books.map(({ _id }) => titleOf(_id))).toEqual(titles)
  const exportedAgain = (await as(importer).call(exportBooks, {})).body.csv
  const lines = (text: string) => text.split('\r\n').slice(1).sort()
  const forSale = lines(csv).filter((line) => !line.startsWith('Sold out'))
  expect(lines(exportedAgain)).toEqual(forSale)
})
