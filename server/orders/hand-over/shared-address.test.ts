import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  exportAccount,
  readBuyerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { readDelivery } from '#contract/orders/order-form.ts'
import { confirmOrder } from '#contract/orders/orders.ts'
import { as, makeAccount, makeChat, makeOrder, type TestChat } from '#server/testing.ts'

const address = '४, Lake Road\nPune 🏠'
const readOf = async ({ seller, chatId }: Pick<TestChat, 'seller' | 'chatId'>) =>
  (await as(seller).call(readDelivery, { chatId })).body

test('a seller reads the buyer’s own address only while the buyer shares it', async () => {
  const chat = await makeChat()
  const { buyer } = chat
  await as(buyer).call(updateBuyerProfile, { address })
  expect(await readOf(chat)).toEqual({})
  const { body } = await as(buyer).call(updateBuyerProfile, { sharesAddress: 'true' })
  expect(body.sharesAddress).toBe(true)
  expect(await readOf(chat)).toEqual({ deliveryAddress: address })
  const stranger = await makeAccount('seller')
  const refused = await as(stranger).call(readDelivery, { chatId: chat.chatId })
  expect(refused.status).toBe(404)
  expect((await as(buyer).call(exportAccount, {})).body.profile.sharesAddress).toBe(true)
  await as(buyer).call(updateBuyerProfile, { sharesAddress: false })
  expect(await readOf(chat)).toEqual({})
  expect((await as(buyer).call(readBuyerProfile, {})).body.sharesAddress).toBe(false)
})

test('the address of the last order comes before the shared one, and a block hides that', async () => {
  const made = await makeOrder()
  const { buyer, seller, orderId } = made
  await as(buyer).call(updateBuyerProfile, { address, sharesAddress: true })
  await as(buyer).call(confirmOrder, { orderId })
  expect(await readOf(made)).toMatchObject({ deliveryAddress: '12 Lake Road, Pune' })
  const chat = await makeChat({ buyer })
  expect(await readOf(chat)).toEqual({ deliveryAddress: address })
  await as(buyer).call(blockPerson, { id: chat.seller.id })
  expect(await readOf(chat)).toEqual({})
  expect(seller.id).not.toBe(chat.seller.id)
})

test.each(['yes', 1, '🏠'])(
  'sharing %o is refused, and sellers have no such setting',
  async (shares) => {
    const buyer = await makeAccount('buyer')
    const { status, error } = await as(buyer).call(updateBuyerProfile, {
      sharesAddress: shares as never,
    })
    expect([status, error.fields]).toEqual([
      400,
      { sharesAddress: 'Share my address must be true or false.' },
    ])
    const seller = await makeAccount('seller')
    const ignored = await as(seller).call(updateSellerProfile, { sharesAddress: true } as never)
    expect(ignored.body).not.toHaveProperty('sharesAddress')
  },
)
