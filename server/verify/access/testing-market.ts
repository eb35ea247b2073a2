// A market of unrelated parts. Everything that buyer A and seller A share is inaccessible to buyer B
// and seller B, and vice versa. A helper works at the shop of part C.

import { updateBuyerProfile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { createApiToken } from '#contract/accounts/api-tokens.ts'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { inviteHelper } from '#contract/accounts/shop-helpers.ts'
import { fileComplaint } from '#contract/admin/complaints.ts'
import { listPasswordRequests } from '#contract/admin/password-requests.ts'
import { changeManyBooks } from '#contract/books/manage/bulk-changes.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { sendRingMessage } from '#contract/exchanges/rings.ts'
import { listAddresses } from '#contract/orders/addresses.ts'
import { proposeMeeting } from '#contract/orders/meetings.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { confirmOrder, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import { saveReply } from '#contract/saved-replies.ts'
import { listSavedSearches, saveSearch } from '#contract/wishlist/searches.ts'
import { makeHelper } from '#server/accounts/shop-helpers/testing-shop-helpers.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeDelivered,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makeOtherAccount, makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import { listForQueue, reservationsOf } from '#server/wishlist/queue/testing-queue.ts'
import { makeOldBook, newTitle, want, wantsOf } from '#server/wishlist/wants/testing-wants.ts'

/** `more` contains other fields that calls about the thing require. */
export type Thing = {
  id: string
  of: readonly TestAccount[]
  more?: Record<string, unknown>
  isAbsent?: true
}

const secretsOf = (half: string) => ({
  address: `7 Hidden Lane ${half}, Kolhapur`,
  phone: `+91912345678${half.charCodeAt(0) % 10}`,
  upi: `only-for-half-${half.toLowerCase()}@okaxis`,
  shop: `${half} 77 Nowhere Street, Kothrud, Pune`,
  words: `Only half ${half} reads this.`,
})

async function made<Body>(what: string, call: Promise<{ status: number; body: Body }>) {
  const { status, body } = await call
  if (status >= 300) throw new Error(`${what} wasn’t made: ${JSON.stringify(body)}`)
  return body
}

async function makeOrders(buyer: TestAccount, seller: TestAccount, words: string) {
  const both = [buyer, seller]
  const { orderId, bookId } = await makeOrder({ buyer, seller })
  await made('confirmation', as(buyer).call(confirmOrder, { orderId }))
  const times = [`${addDays(indianDate(new Date()), 2)}T17:00`]
  const meeting = await made(
    'meeting',
    as(seller).call(proposeMeeting, { orderId, place: 'College gate', times }),
  )
  const { _id: proposalId = '', times: [time] = [] } = meeting.proposal ?? {}
  const delivery = await makeDelivered({ buyer, seller })
  const rated = await makeDelivered({ buyer, seller })
  await made(
    'rating',
    as(buyer).call(rateOrder, { orderId: rated.orderId, book: 4, seller: 5, review: 'Complete.' }),
  )
  const disputed = await makeDelivered({ buyer, seller })
  await made(
    'problem',
    as(buyer).call(reportProblem, {
      orderId: disputed.orderId,
      reason: 'damaged',
      text: words,
    } as never),
  )
  const rent = await makeOrder({ buyer, seller, days: 3 })
  await made('confirmation', as(buyer).call(confirmOrder, { orderId: rent.orderId }))
  await made(
    'delivery',
    as(seller).call(setOrderStatus, { orderId: rent.orderId, status: 'Delivered' }),
  )
  return {
    order: { id: orderId, of: both },
    meeting: { id: meeting._id, of: both, more: { proposalId, time } },
    delivery: { id: delivery.orderId, of: both },
    rating: { id: rated.orderId, of: [buyer] },
    problem: { id: disputed.orderId, of: both },
    rent: { id: rent.orderId, of: both },
    sold: { id: bookId, of: [seller] },
  } satisfies Record<string, Thing>
}

async function makeTalk(buyer: TestAccount, seller: TestAccount, secrets: Secrets) {
  const both = [buyer, seller]
  const { chatId, bookId } = await makeChat({ buyer, seller, book: { copies: 9, available: 9 } })
  const said = await made(
    'message',
    as(buyer).call(sendMessage, { chatId, message: secrets.words }),
  )
  const terms = {
    orderType: 'purchase',
    amount: 200,
    handOver: 'post' as const,
    deliveryAddress: secrets.address,
    phoneNumber: secrets.phone,
    keepAddress: true,
  }
  const offerIn = async (chat: { chatId: string; bookId: string }) =>
    made(
      'offer',
      as(buyer).call(makeOffer, {
        ...terms,
        chatId: chat.chatId,
        items: [{ bookId: chat.bookId, copies: 1 }],
      }),
    )
  const offer = await offerIn({ chatId, bookId })
  const other = await makeChat({ buyer, seller })
  const { _id: offerId } = await offerIn(other)
  const deal = await made('deal', as(seller).call(acceptOffer, { offerId }))
  const reply = await made('reply', as(seller).call(saveReply, { text: secrets.words }))
  const [address] = await made('addresses', as(buyer).call(listAddresses, {}))
  return {
    chat: { id: chatId, of: both, more: { bookId, sellerId: seller.id } },
    message: { id: said._id, of: both },
    offer: { id: offer._id, of: both },
    deal: { id: deal._id, of: both, more: { orderId: deal.orders[0] } },
    address: { id: address?._id ?? '', of: [buyer] },
    reply: { id: reply._id, of: [seller] },
  } satisfies Record<string, Thing>
}

async function makeExchanges(buyer: TestAccount, seller: TestAccount, secrets: Secrets) {
  const ravi = { buyer, seller: await makeOtherAccount(buyer, 'seller') }
  const asha = { seller, buyer: await makeOtherAccount(seller, 'buyer') }
  const both = [buyer, seller, ravi.seller, asha.buyer]
  const contact = { deliveryAddress: secrets.address, phoneNumber: secrets.phone }
  const offer = await offerSwap(await makeSwap({ asha, ravi }), { handOver: 'post', ...contact })
  const accepting = as(seller).call(acceptOffer, { offerId: offer._id, ...contact })
  const { exchange } = await made('swap', accepting)
  const exchangeId = exchange?.exchangeId ?? ''
  const { legs } = await made('exchange', as(buyer).call(readExchange, { exchangeId }))
  const legId = legs[0]?.order?._id ?? ''
  const ring = await makeRing({ first: ravi, pinCodes: ['411038', '411004', '411030'] })
  await made(
    'ring message',
    as(buyer).call(sendRingMessage, {
      exchangeId: ring.exchangeId,
      message: secrets.words,
    }),
  )
  return {
    exchange: { id: exchangeId, of: both, more: { orderId: legId } },
    leg: { id: legId, of: both, more: { exchangeId } },
    ring: { id: ring.exchangeId, of: [buyer, ravi.seller] },
  } satisfies Record<string, Thing>
}

async function makeWishes(buyer: TestAccount, orderId: string) {
  await made('want', want(buyer, newTitle()))
  const [got] = await wantsOf(buyer)
  const { db } = (await testApp()).context
  await db
    .updateTable('wants')
    .set({ order_id: orderId })
    .where('id', '=', got?._id ?? '')
    .execute()
  await made('want', want(buyer, newTitle()))
  const kept = (await wantsOf(buyer)).find(({ _id }) => _id !== got?._id)
  const title = newTitle()
  await made('want', want(buyer, title))
  const [reserved] = await reservationsOf(await listForQueue(await makeAccount('seller'), title))
  await made('search', as(buyer).call(saveSearch, { search: 'optics' }))
  const [search] = await made('searches', as(buyer).call(listSavedSearches, {}))
  return {
    want: { id: kept?._id ?? '', of: [buyer] },
    got: { id: got?._id ?? '', of: [buyer] },
    reservation: { id: reserved?.id ?? '', of: [buyer] },
    search: { id: search?._id ?? '', of: [buyer] },
  } satisfies Record<string, Thing>
}

async function makeWanted(): Promise<Thing> {
  const title = newTitle()
  await makeOldBook(await makeAccount('seller'), title)
  await made('want', want(await makeAccount('buyer'), title))
  const { db } = (await testApp()).context
  const shown = db
    .selectFrom('wants')
    .select(({ fn }) => fn<string>('wanted_id', ['work']).as('id'))
    .where('title', '=', title.title)
  return { id: (await shown.executeTakeFirstOrThrow()).id, of: [] }
}

type Secrets = ReturnType<typeof secretsOf>

async function makeHalf(half: string, admin: TestAccount) {
  const buyer = await makeAccount('buyer', { name: `Buyer ${half}` })
  const seller = await makeAccount('seller', { name: `Seller ${half}`, shop: true })
  const secrets = secretsOf(half)
  const { upi: upiId, shop: shopAddress, words } = secrets
  await made(
    'shop',
    as(seller).call(updateSellerProfile, { upiId, shopAddress, pinCode: '411038' }),
  )
  await made('address', as(buyer).call(updateBuyerProfile, { address: secrets.shop }))
  const orders = await makeOrders(buyer, seller, words)
  const talk = await makeTalk(buyer, seller, secrets)
  const complaint = await made(
    'complaint',
    as(buyer).call(fileComplaint, {
      subject: 'message',
      subjectId: await answerIn(talk.chat.id, seller, words),
      reason: 'spam',
      text: words,
    }),
  )
  const { email } = buyer
  await made('request', as().call(requestPasswordReset, { email, role: 'buyer' }))
  await (await testApp()).context.jobs.idle()
  const requests = await made('requests', as(admin).call(listPasswordRequests, {}))
  const title = newTitle()
  const bookId = await makeBook(seller, title)
  const [found] = await made('title', as().call(searchTitles, { search: title.title }))
  const things: Record<string, Thing> = {
    ...orders,
    ...talk,
    ...(await makeExchanges(buyer, seller, secrets)),
    ...(await makeWishes(buyer, orders.rating.id)),
    book: { id: bookId, of: [seller] },
    change: await makeChange(seller),
    helper: { id: (await makeHelper(seller)).helperId, of: [seller] },
    invite: { id: (await made('invite', as(seller).call(inviteHelper, {})))._id, of: [seller] },
    token: {
      id: (await made('token', as(seller).call(createApiToken, { name: words })))._id,
      of: [seller],
    },
    title: { id: found?._id ?? '', of: [seller] },
    buyer: { id: buyer.id, of: [buyer] },
    seller: { id: seller.id, of: [seller] },
    person: { id: seller.id, of: [seller] },
    complaint: { id: complaint._id, of: [] },
    wanted: await makeWanted(),
    request: { id: requests.find((request) => request.email === email)?._id ?? '', of: [] },
    'pin-code': { id: '411038', of: [] },
  }
  return { buyer, seller, things, secrets }
}

async function makeChange(seller: TestAccount): Promise<Thing> {
  const change = { kind: 'hidden', isHidden: true } as const
  const ids = [await makeBook(seller)]
  const { _id } = await made('change', as(seller).call(changeManyBooks, { ids, change }))
  return { id: _id, of: [seller] }
}

const answerIn = async (chatId: string, seller: TestAccount, message: string): Promise<string> =>
  (await made('message', as(seller).call(sendMessage, { chatId, message })))._id

export type Half = Awaited<ReturnType<typeof makeHalf>>

export async function makeMarket() {
  const admin = await makeAccount('admin')
  const A = await makeHalf('A', admin)
  const B = await makeHalf('B', admin)
  const C = await makeHalf('C', admin)
  return { admin, halves: { A, B, C }, helper: await makeHelper(C.seller) }
}
export type Market = Awaited<ReturnType<typeof makeMarket>>
