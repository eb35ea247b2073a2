import { expect, test } from 'vitest'
import { declineOffer, makeOffer } from '#contract/orders/offers.ts'
import { addProblemMessage, proposeSolution, reportProblem } from '#contract/orders/problems.ts'
import { readSellerStats } from '#contract/orders/reports.ts'
import { as, makeChat, makeDelivered } from '#server/testing.ts'

test('the dashboard shows a seller which problems and offers need an answer', async () => {
  const { buyer, seller, orderId } = await makeDelivered({ book: { title: 'Godaan' } })
  const read = async () => (await as(seller).call(readSellerStats, {})).body.tasks
  expect(await read()).toBeUndefined()
  await as(buyer).call(reportProblem, { orderId, reason: 'wrong-book', text: 'Another one.' })
  const chat = await makeChat({ seller, book: { title: 'Tamas', copies: 2 } })
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 300,
    handOver: 'meet' as const,
    items: [{ bookId: chat.bookId, copies: 2 }],
  })
  expect(await read()).toEqual({
    counts: expect.objectContaining({ problems: 1, offers: 1, unanswered: 1 }),
    problems: [
      {
        orderId,
        title: 'Godaan',
        buyer: buyer.name,
        reason: 'wrong-book',
        openedAt: expect.any(String),
      },
    ],
    offers: [
      {
        chatId: chat.chatId,
        title: 'Tamas',
        copies: 2,
        buyer: chat.buyer.name,
        total: 300,
        isExchange: false,
        expiresAt: offer.expiresAt,
      },
    ],
  })
  await as(seller).call(proposeSolution, { orderId, proposal: 'replaced' })
  await as(seller).call(declineOffer, { offerId: offer._id })
  expect(await read()).toBeUndefined()
  await as(buyer).call(addProblemMessage, { orderId, text: 'I’d rather have the money.' })
  expect(await read()).toMatchObject({ problems: [{ orderId }] })
})
