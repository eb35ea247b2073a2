import { expect, test } from 'vitest'
import {
  readBuyerProfile,
  readSellerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { readBook } from '#contract/books/books.ts'
import { listChats, sendMessage } from '#contract/chats.ts'
import { photoHash } from '#contract/common/photos.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { removeExpiredPhotos } from '#server/photos/removal.ts'
import {
  as,
  makeAccount,
  makeChat,
  makePhotos,
  type TestAccount,
  testApp,
} from '#server/testing.ts'

/** Sends a JSON body, as clients do when they upload no file. */
async function putJson(account: TestAccount, side: 'buyer' | 'seller', payload: object) {
  const { app } = await testApp()
  const headers = { authorization: `Bearer ${account.token}` }
  const response = await app.inject({
    method: 'PUT',
    url: `/api/${side}/profile`,
    headers,
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

test('a buyer and a seller see their own profile', async () => {
  const buyer = await makeAccount('buyer', { name: 'Asha Patil' })
  const { context } = await testApp()
  await updateAccount(context.db, buyer.id, { address: '12 Lake Road, Pune' })
  const common = { status: 'active', hasTwin: false, createdAt: expect.any(String) }
  expect((await as(buyer).call(readBuyerProfile, {})).body).toEqual({
    _id: buyer.id,
    name: 'Asha Patil',
    email: buyer.email,
    address: '12 Lake Road, Pune',
    sharesAddress: false,
    ...common,
  })
  const student = await makeAccount('seller')
  const studentView = {
    _id: student.id,
    name: student.name,
    email: student.email,
    sellerType: 'student',
    ...common,
  }
  expect((await as(student).call(readSellerProfile, {})).body).toEqual(studentView)
  const shop = { sellerType: 'shop owner', shopName: 'A shop', shopAddress: '1 Market Road' }
  expect(
    (await as(await makeAccount('seller', { shop: true })).call(readSellerProfile, {})).body,
  ).toMatchObject(shop)
})

test('the profile says whether there is a linked account', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const { context } = await testApp()
  const { person_id } = await context.db
    .selectFrom('accounts')
    .select('person_id')
    .where('id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  await updateAccount(context.db, seller.id, { person_id })
  expect((await as(buyer).call(readBuyerProfile, {})).body.hasTwin).toBe(true)
  expect((await as(seller).call(readSellerProfile, {})).body.hasTwin).toBe(true)
})

test('an update keeps absent fields and ignores those that cannot be changed', async () => {
  const seller = await makeAccount('seller', { shop: true })
  const ignored = { _id: '1', email: 'other@example.com', role: 'admin', status: 'blocked' }
  const alsoIgnored = { sellerType: 'student', createdAt: 'x', hasTwin: true }
  const changes = { name: '  Ravi Kumar ', phone: '98765 43210', shopName: 'Kitab Ghar' }
  const first = await putJson(seller, 'seller', { ...ignored, ...alsoIgnored, ...changes })
  expect([first.status, first.body.message]).toEqual([200, 'Profile updated successfully!'])
  expect(first.body).toMatchObject({
    _id: seller.id,
    email: seller.email,
    sellerType: 'shop owner',
    status: 'active',
    name: 'Ravi Kumar',
    phone: '+919876543210',
    shopName: 'Kitab Ghar',
    shopAddress: '1 Market Road',
  })
  const second = await putJson(seller, 'seller', { phone: '' })
  expect(second.body).toMatchObject({ name: 'Ravi Kumar', shopName: 'Kitab Ghar' })
  expect(second.body).not.toHaveProperty('phone')
})

test.each([
  ['buyer', { name: ' ' }, 'name', 'Name is required.'],
  ['buyer', { name: 'x'.repeat(81) }, 'name', 'Name can have at most 80 characters.'],
  ['buyer', { address: '' }, 'address', 'Address is required.'],
  [
    'buyer',
    { phone: '12345' },
    'phone',
    'Enter a 10-digit mobile number, or an international one with + and country code.',
  ],
  ['seller', { shopName: 'A shop' }, 'shopName', 'Only shops have a shop name.'],
  ['shop', { shopName: '' }, 'shopName', 'Shop name is required.'],
  ['shop', { shopAddress: ' ' }, 'shopAddress', 'Shop address is required.'],
] as const)('the profile of a %s rejects %o', async (kind, changes, field, message) => {
  const account = await makeAccount(kind === 'buyer' ? 'buyer' : 'seller', {
    shop: kind === 'shop',
  })
  const { status, body } = await putJson(account, kind === 'buyer' ? 'buyer' : 'seller', changes)
  expect([status, body.fields?.[field]]).toEqual([400, message])
})

test('a new name appears at once on one’s books and in one’s chats', async () => {
  const { buyer, seller, bookId, chatId } = await makeChat()
  await as(buyer).call(sendMessage, { chatId, message: 'Is it free?' })
  const sellerName = async () => (await as().call(readBook, { id: bookId })).body.seller.name
  expect(await sellerName()).toBe(seller.name)
  await as(seller).call(updateSellerProfile, { name: 'Kitab Ghar' })
  expect(await sellerName()).toBe('Kitab Ghar')
  await as(buyer).call(updateBuyerProfile, { name: 'Asha P.' })
  expect((await as(seller).call(listChats, {})).body[0]?.buyer.name).toBe('Asha P.')
})

test('the picture is added, replaced and removed; unused ones are deleted later', async () => {
  const { context } = await testApp()
  const buyer = await makeAccount('buyer')
  const [firstFile, secondFile] = await makePhotos(2)
  const put = async (profilePic: File | string | undefined) =>
    (await as(buyer).call(updateBuyerProfile, { profilePic })).body.profilePic
  const first = await put(firstFile)
  expect(first).toMatch(/^\/photos\/[0-9a-f]{64}-480\.webp$/)
  expect(await put(undefined)).toBe(first)
  // A client may send back the current URL.
  expect(await put(first)).toBe(first)
  const second = await put(secondFile)
  expect(second).not.toBe(first)
  const isStored = async (url: string | undefined) =>
    (
      await context.db
        .selectFrom('photos')
        .select('hash')
        .where('hash', '=', photoHash(url ?? '') ?? '')
        .execute()
    ).length === 1
  expect(await isStored(first)).toBe(true)
  await removeExpiredPhotos(context, new Date(Date.now() + 2 * 86_400_000))
  expect([await isStored(first), await isStored(second)]).toEqual([false, true])
  expect(await put('')).toBeUndefined()
  expect((await putJson(buyer, 'buyer', { profilePic: null })).status).toBe(200)
  expect((await as(buyer).call(readBuyerProfile, {})).body).not.toHaveProperty('profilePic')
})

test('rejects an unreadable picture or a second one, and changes nothing else', async () => {
  const seller = await makeAccount('seller')
  const broken = await as(seller).call(updateSellerProfile, {
    name: 'Ravi',
    profilePic: new File(['no picture'], 'a.png', { type: 'image/png' }),
  })
  expect([broken.status, broken.error.code]).toEqual([400, 'image_unreadable'])
  const two = await as(seller).call(updateSellerProfile, {
    name: 'Ravi',
    profilePic: (await makePhotos(2)) as never,
  })
  expect([two.status, two.error.fields?.profilePic]).toEqual([400, 'Choose one picture.'])
  expect((await as(seller).call(readSellerProfile, {})).body.name).toBe(seller.name)
  const { app } = await testApp()
  const form = new FormData()
  form.append(
    'profilePic',
    new File([new Uint8Array(11 * 1024 * 1024)], 'a.png', { type: 'image/png' }),
  )
  const headers = { authorization: `Bearer ${seller.token}` }
  expect(
    (await app.inject({ method: 'PUT', url: '/api/seller/profile', headers, payload: form }))
      .statusCode,
  ).toBe(413)
})
