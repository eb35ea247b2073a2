import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  deleteSellerAccount,
  exportAccount,
  readSellerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { logInSeller, signUpSeller } from '#contract/accounts/auth.ts'
import { listBooks, listShelves, readBook } from '#contract/books/books.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'

const kothrud = { pinCode: '411038', area: 'Kothrud', city: 'Pune', state: 'Maharashtra' }
const { pinCode: _, ...others } = kothrud
const placeOf = async (seller: Parameters<typeof as>[0]) =>
  (await as(seller).call(readSellerProfile, {})).body.place

test('a seller sets, changes and removes a PIN code', async () => {
  const seller = await makeAccount('seller')
  const update = async (input: object) =>
    (await as(seller).call(updateSellerProfile, input)).body.place
  expect(await placeOf(seller)).toBeUndefined()
  expect(await update({ pinCode: '411 038' })).toEqual(kothrud)
  expect(await update({ name: 'Ravi' })).toEqual(kothrud)
  expect(await update({ pinCode: '682011' })).toMatchObject({ city: 'Kochi' })
  expect(await update({ pinCode: '' })).toBeUndefined()
})

test('an unknown PIN code is rejected at its field, and nothing else is changed', async () => {
  const seller = await makeAccount('seller')
  const { status, error } = await as(seller).call(updateSellerProfile, {
    name: 'Somebody',
    pinCode: '100000',
  })
  expect([status, error.fields]).toEqual([400, { pinCode: 'We don’t know this PIN code.' }])
  expect((await as(seller).call(readSellerProfile, {})).body.name).toBe(seller.name)
})

test('a shop’s place comes from its address until the owner sets one', async () => {
  const shop = await makeAccount('seller', { shop: true })
  const update = async (input: object) =>
    (await as(shop).call(updateSellerProfile, input)).body.place?.pinCode
  expect(await update({ shopAddress: '1 Karve Road, Pune 411 004' })).toBe('411004')
  expect(await update({ shopAddress: '1 Karve Road, Pune' })).toBe('411004')
  expect(await update({ shopAddress: '1 Paud Road, Pune 411038', pinCode: '411004' })).toBe(
    '411038',
  )
  expect(await update({ shopAddress: '1 Paud Road, Pune 411038', pinCode: '400001' })).toBe(
    '400001',
  )
  expect(await update({ pinCode: '', shopAddress: '1 Paud Road, Pune 411038' })).toBeUndefined()
})

test.each([
  [{ sellerType: 'shop owner', shopName: 'A', shopAddress: '2 Fort, Mumbai 400001' }, '400001'],
  [
    {
      sellerType: 'shop owner',
      shopName: 'A',
      shopAddress: '2 Fort, Mumbai 400001',
      pinCode: '411038',
    },
    '411038',
  ],
  [{ sellerType: 'student', pinCode: '411038' }, '411038'],
  [{ sellerType: 'student' }, undefined],
])('a seller who signs up with %o is at %s', async (fields, pinCode) => {
  const email = `place-${Math.random()}@example.org`
  const password = 'a-long-password-4'
  const form = { name: 'Asha', email, password, ...fields }
  expect((await as().call(signUpSeller, form as never)).status).toBe(201)
  const { body } = await as().call(logInSeller, { email, password })
  const seller = { id: body.userId, token: body.token, name: 'Asha', email }
  expect((await placeOf(seller))?.pinCode).toBe(pinCode)
})

test('books get a new place of their seller at once, in all responses', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Nearby things' })
  const shown = async () => {
    const detail = (await as().call(readBook, { id })).body
    const list = (await as().call(listBooks, { search: 'Nearby things', limit: 20 })).body
    const shelves = (await as().call(listShelves, { search: 'Nearby things' })).body
    const onShelf = shelves.branches.flatMap(({ books }) => books).find(({ _id }) => _id === id)
    return [detail, list.find(({ _id }) => _id === id), onShelf].map((book) => book?.place)
  }
  expect(await shown()).toEqual([undefined, undefined, undefined])
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  expect(await shown()).toEqual([others, others, others])
  const later = await makeBook(seller)
  expect((await as().call(readBook, { id: later })).body.place).toEqual(others)
  await as(seller).call(updateSellerProfile, { pinCode: '' })
  expect(await shown()).toEqual([undefined, undefined, undefined])
})

test('no response contains coordinates, and deleting an account deletes its place', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const id = await makeBook(seller)
  await as(seller).call(updateSellerProfile, { pinCode: '411038' })
  const { rows } = await sql<{ x: string }>`
    select split_part(trim('(' from location::text), ',', 1) as x
    from books where id = ${id}`.execute(db)
  const [{ x = '' } = {}] = rows
  expect(Number(x)).toBeGreaterThan(3000)
  const answers = await Promise.all([
    as().call(readBook, { id }),
    as(seller).call(readSellerProfile, {}),
    as(seller).call(exportAccount, {}),
  ])
  for (const { body } of answers) {
    expect(JSON.stringify(body)).toContain('Kothrud')
    expect(JSON.stringify(body)).not.toContain(x)
  }
  expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
  const left = await sql`select pin_code, city, location from accounts where id = ${seller.id}
    union all select pin_code, city, location from books where id = ${id}`
  const nothing = { pin_code: null, city: null, location: null }
  expect((await left.execute(db).catch(() => ({ rows: [] }))).rows).toEqual([nothing, nothing])
})
