// Hundreds of people behind one address, as in a hostel or college or with a mobile carrier.
import { expect, test } from 'vitest'
import { listBooks, listBranches, readBook } from '#contract/books/books.ts'
import { listChats, readUnreadCounts, sendMessage, startChat } from '#contract/chats.ts'
import { as, makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { connect } from '#server/testing-live.ts'

const people = 300
const ip = '127.0.0.1'

test('300 people behind one address can read and chat at the same time', async () => {
  const { app } = await otherApp({ config: { rateLimit: true } })
  const address = await app.listen({ port: 0, host: ip })
  const seller = await makeAccount('seller', { shop: true })
  const bookIds: string[] = []
  for (let count = 0; count < 10; count++) bookIds.push(await makeBook(seller))

  async function work(index: number): Promise<number[]> {
    const buyer = await makeAccount('buyer')
    const isChatting = index % 5 === 0
    const bookId = bookIds[index % bookIds.length] ?? ''
    const call: ReturnType<typeof as>['call'] = (endpoint, input) =>
      as(buyer).call(endpoint, input, { app, ip })
    const results = await Promise.all([
      call(listBooks, { limit: 8 }),
      call(listBooks, { search: 'book', limit: 8 }),
      call(readBook, { id: bookId }),
      call(listChats, {}),
      call(readUnreadCounts, {}),
      call(listBranches, {}),
    ])
    const statuses = results.map(({ status }) => status)
    if (isChatting) {
      await connect(buyer, address)
      const { chat } = (await call(startChat, { bookId })).body
      const sent = await call(sendMessage, { chatId: chat._id, message: 'Is it still there?' })
      statuses.push(sent.status)
    }
    return statuses
  }
  const statuses = await Promise.all(Array.from({ length: people }, (_, index) => work(index)))
  expect(new Set(statuses.flat())).toEqual(new Set([200, 201]))
})
