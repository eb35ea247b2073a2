// Reads every endpoint as every viewer. A buyer's address and phone number and a seller's UPI ID
// may appear only for the people of their deal. Other people can see only the area of a seller's
// place.

import { expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { fileComplaint } from '#contract/admin/complaints.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { as, makeAccount, makeChat, type TestAccount } from '#server/testing.ts'
import { endpoints } from '#server/testing-endpoints.ts'

const secrets = {
  address: '77 Nowhere Lane, Kolhapur',
  phone: '+919123456780',
  upi: 'only-for-this-deal@okaxis',
  street: '7 Hidden Lane',
  /** A coordinate of the PIN code 411038 on the server's map, in kilometres. */
  point: '3357.4',
  'PIN code': '411038',
}
type Secret = keyof typeof secrets

const reads = endpoints.filter(({ method }) => method === 'GET')

/**
 * Creates a deal between a buyer and a seller, and people who have a chat with one of them but no
 * deal.
 */
async function makeMarket() {
  const seller = await makeAccount('seller', { shop: true })
  const deal = await makeChat({ seller, book: { copies: 2, available: 2 } })
  const otherBuyer = await makeChat({ seller: deal.seller, bookId: deal.bookId })
  const otherSeller = await makeChat({ buyer: deal.buyer })
  const shopAddress = `${secrets.street}, Kothrud, Pune 411038`
  await as(seller).call(updateSellerProfile, { upiId: secrets.upi, shopAddress })
  const offerIn = (chat: typeof deal, contact: object) =>
    as(chat.buyer).call(makeOffer, {
      chatId: chat.chatId,
      orderType: 'purchase',
      amount: 200,
      items: [{ bookId: chat.bookId, copies: 1 }],
      handOver: 'post',
      ...contact,
    } as never)
  const contact = {
    deliveryAddress: secrets.address,
    phoneNumber: secrets.phone,
    keepAddress: true,
  }
  const { body: offer } = await offerIn(deal, contact)
  const { body: accepted } = await as(deal.seller).call(acceptOffer, { offerId: offer._id })
  const other = { deliveryAddress: '1 Other Road, Pune', phoneNumber: '+919000000001' }
  await offerIn(otherBuyer, other)
  await offerIn(otherSeller, other)
  const { body: complaint } = await as(deal.buyer).call(fileComplaint, {
    subject: 'order',
    subjectId: accepted.orders[0] ?? '',
    reason: 'other',
  })
  const chats = [deal, otherBuyer, otherSeller]
  return {
    viewers: {
      guest: undefined,
      buyer: deal.buyer,
      seller: deal.seller,
      'other buyer': otherBuyer.buyer,
      'other seller': otherSeller.seller,
      admin: await makeAccount('admin'),
    } satisfies Record<string, TestAccount | undefined>,
    ids: [
      ...chats.flatMap(({ chatId, bookId, buyer, seller }) => [
        chatId,
        bookId,
        buyer.id,
        seller.id,
      ]),
      ...accepted.orders,
      offer._id,
      complaint._id,
    ],
  }
}

/** Returns the secrets that a viewer can read from an endpoint with any of these ids. */
async function findSecrets<Name extends string>(
  read: Endpoint,
  viewer: TestAccount | undefined,
  ids: string[],
  hidden: Record<Name, string>,
) {
  const [, name] = /\{(\w+)\}/.exec(read.path) ?? []
  const found = new Set<Name>()
  // In an exchange, a caller can ask for the books of both sides.
  const other = read.path.includes('{side}') ? { side: 'buyer' } : {}
  for (const id of name === undefined ? [''] : ids) {
    const input = name === undefined ? {} : { [name]: id, ...other }
    const { body } = await as(viewer).call(read, input as never)
    const text = JSON.stringify(body) ?? ''
    for (const [secret, value] of Object.entries(hidden) as [Name, string][])
      if (text.includes(value) || text.includes(formatPhone(value))) found.add(secret)
  }
  return [...found].sort()
}

const contact: Secret[] = ['address', 'phone']

test('only the people of a deal see contact data, and only sellers see their own exact place', async () => {
  expect(reads.length).toBeGreaterThan(40)
  const { viewers, ids } = await makeMarket()
  const found: Record<string, Record<string, Secret[]>> = {}
  for (const [name, viewer] of Object.entries(viewers))
    for (const read of reads) {
      const leaked = await findSecrets(read, viewer, ids, secrets)
      if (leaked.length > 0) found[name] = { ...found[name], [read.path]: leaked }
    }
  expect(found).toEqual({
    buyer: {
      '/account/export': contact,
      '/addresses': contact,
      '/chats/{id}': contact,
      '/chats/{chatId}/offers': contact,
      '/chats/{chatId}/orders': contact,
      '/orders/buyer/{userId}': contact,
      '/orders/{orderId}': contact,
      '/orders/{orderId}/payments': ['upi'],
      '/orders/{orderId}/problem': contact,
    },
    seller: {
      '/account/export': ['PIN code', ...contact, 'street', 'upi'],
      '/chats/{id}': contact,
      '/chats/{chatId}/delivery': contact,
      '/chats/{chatId}/offers': contact,
      '/chats/{chatId}/orders': contact,
      '/orders/seller/{userId}': contact,
      '/orders/{orderId}': contact,
      '/orders/{orderId}/problem': contact,
      '/seller/profile': ['PIN code', 'street', 'upi'],
      '/wants': ['PIN code'],
    },
    admin: {
      '/admin/complaints/{id}': contact,
      '/admin/orders': contact,
      '/admin/orders/{id}': contact,
      '/orders/buyer/{userId}': contact,
      '/orders/seller/{userId}': contact,
    },
  })
}, 180_000)
