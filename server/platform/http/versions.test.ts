import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readBuyerProfile,
  readSellerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { readBook, readOwnBook, updateBook } from '#contract/books/books.ts'
import { as, makeAccount, makeBook, makeOrder, makePhotos } from '#server/testing.ts'
import { expectedVersion } from './versions.ts'

const ifMatch = (etag: unknown) => ({ headers: { 'if-match': `${etag}` } })

test('reads one ETag of If-Match, and lets nothing match others', () => {
  expect(expectedVersion(undefined)).toBeUndefined()
  expect(expectedVersion('*')).toBeUndefined()
  expect(expectedVersion('"3"')).toBe(3)
  expect(expectedVersion(' W/"12" ')).toBe(12)
  for (const odd of ['', '3', '"0"', '"-1"', '"9999999999"', '"3', 'W/3', '"3"4"', '"3", "4"'])
    expect(expectedVersion(odd), odd).toBe(0)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(expectedVersion(text) ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('an outdated edit of a book writes nothing and returns the current state', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller)
  const edit = (input: object, etag?: unknown) =>
    as(seller).call(updateBook, { id, ...input }, etag === undefined ? {} : ifMatch(etag))
  const { headers } = await as(seller).call(readOwnBook, { id })
  const first = await edit({ price: '200' }, headers.etag)
  expect(first.status).toBe(200)
  expect(first.headers.etag).not.toBe(headers.etag)

  const stale = await edit({ description: 'Second', images: await makePhotos(1) }, headers.etag)
  const now = await as(seller).call(readOwnBook, { id })
  expect([stale.status, stale.headers.etag]).toEqual([412, first.headers.etag])
  expect(stale.error).toEqual({
    message: 'Someone changed this since you opened it. Nothing was saved.',
    code: 'edited_meanwhile',
    current: now.body,
  })
  expect(now.body).toMatchObject({ price: 200, images: [] })
  expect(now.body.description).toBeUndefined()

  expect((await edit({ description: 'Second' }, stale.headers.etag)).status).toBe(200)
  expect((await edit({ description: 'Third' })).status).toBe(200)
  expect((await edit({ description: 'Fourth' }, '*')).status).toBe(200)
  const nonsense = await edit({ description: 'Fifth' }, 'nonsense')
  expect(nonsense.status).toBe(412)
})

test('new pictures change the version; sales and unchanged values don’t', async () => {
  const { seller, bookId: id } = await makeOrder({ book: { copies: 2 } })
  const etag = async () => (await as(seller).call(readOwnBook, { id })).headers.etag
  const before = await etag()
  await makeOrder({ seller, bookId: id })
  const { body } = await as(seller).call(readOwnBook, { id })
  await as(seller).call(updateBook, { id, title: body.title })
  expect([body.available, await etag()]).toEqual([0, before])
  await as(seller).call(updateBook, { id, images: await makePhotos(1) }, ifMatch(before))
  expect(await etag()).not.toBe(before)
})

test('one of two concurrent edits of a version is saved, and the other is rejected', async () => {
  const seller = await makeAccount('seller')
  for (let round = 0; round < 5; round++) {
    const id = await makeBook(seller)
    const { headers } = await as(seller).call(readOwnBook, { id })
    const [one, two] = await Promise.all([
      as(seller).call(updateBook, { id, price: '100' }, ifMatch(headers.etag)),
      as(seller).call(updateBook, { id, price: '150' }, ifMatch(headers.etag)),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 412])
    const [won, lost] = one.status === 200 ? [one, two] : [two, one]
    expect(lost.error).toMatchObject({ current: { price: won.body.book.price } })
  }
})

test('another seller’s book and a deleted one are not found, whatever the version', async () => {
  const [seller, other] = [await makeAccount('seller'), await makeAccount('seller')]
  const id = await makeBook(seller)
  const { headers } = await as(seller).call(readOwnBook, { id })
  for (const etag of [headers.etag, '"7"']) {
    const { status, error } = await as(other).call(updateBook, { id, price: '9' }, ifMatch(etag))
    expect([status, error]).toEqual([404, { message: 'Book not found.', code: 'book_not_found' }])
  }
  expect((await as(other).call(readOwnBook, { id })).status).toBe(404)
  expect((await as(seller).call(readBook, { id })).body).not.toHaveProperty('version')
})

test.each(['buyer', 'seller'] as const)('the profile of a %s has versions', async (role) => {
  const account = await makeAccount(role)
  const [read, update] =
    role === 'buyer'
      ? ([readBuyerProfile, updateBuyerProfile] as const)
      : ([readSellerProfile, updateSellerProfile] as const)
  const { headers, body } = await as(account).call(read, {})
  expect(body).not.toHaveProperty('version')
  const [one, two] = await Promise.all([
    as(account).call(update, { name: 'Asha One' }, ifMatch(headers.etag)),
    as(account).call(update, { name: 'Asha Two' }, ifMatch(headers.etag)),
  ])
  expect([one.status, two.status].sort()).toEqual([200, 412])
  const [won, lost] = one.status === 200 ? [one, two] : [two, one]
  expect(lost.error).toMatchObject({ code: 'edited_meanwhile', current: { name: won.body.name } })
  expect(lost.headers.etag).toBe(won.headers.etag)
  const [photo = new File([], '')] = await makePhotos(1)
  const stale = await as(account).call(update, { profilePic: photo }, ifMatch(headers.etag))
  expect(stale.status).toBe(412)
  const taken = await as(account).call(update, { profilePic: photo }, ifMatch(won.headers.etag))
  expect(taken.status).toBe(200)
  expect(taken.headers.etag).not.toBe(won.headers.etag)
  expect((await as(account).call(update, { name: 'Asha' })).status).toBe(200)
})
