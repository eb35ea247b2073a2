import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteBuyerAccount, deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import { addWants } from '#contract/wishlist/wants.ts'
import { lockOwnAccount, updateAccount } from '#server/accounts/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { storeMessage } from '#server/chats/send.ts'
import { lockOrder } from '#server/orders/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, makeDelivered, makeOrder, testApp } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'

test('a request changes nothing once its account is deleted or blocked', async () => {
  const { context } = await testApp()
  const { db } = context
  const { buyer, seller, chatId, orderId } = await makeOrder()
  const isEnded = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({ code: 'session_ended' })
  for (const [account, role] of [
    [buyer, 'buyer'],
    [seller, 'seller'],
  ] as const)
    for (const change of [{ status: 'blocked' }, { deleted_at: new Date() }] as const) {
      await updateAccount(db, account.id, change)
      const session = hashToken(account.token)
      const viewer = { accountId: account.id, role, name: account.name, session }
      const message = { chatId, message: 'Still there?' }
      await isEnded(storeMessage(context, viewer, message, { channel: 'http' }))
      await isEnded(transact(db, (db) => lockOrder(db, participantOf(viewer), orderId)))
      await isEnded(transact(db, (db) => lockOwnAccount(db, account.id)))
      await updateAccount(db, account.id, { status: 'active', deleted_at: null })
    }
})

test('shipping an order while deleting the account leaves no open order', async () => {
  for (let round = 0; round < 10; round++) {
    const { seller, orderId } = await makeDelivered()
    const [deleted, shipped] = await Promise.all([
      as(seller).call(deleteSellerAccount, {}),
      as(seller).call(setOrderStatus, { orderId, status: 'Shipped' }),
    ])
    expect([deleted.status, shipped.status].sort()).not.toEqual([200, 200])
  }
})

test('deleting both accounts concurrently leaves no wants and blocks behind', async () => {
  const { db } = (await testApp()).context
  for (let round = 0; round < 10; round++) {
    const { buyer, seller } = await makePerson()
    const { person_id } = await db
      .selectFrom('accounts')
      .select('person_id')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    await as(buyer).call(addWants, { titles: [{ title: 'Optics', author: 'A. Ghatak' }] })
    await as(buyer).call(blockPerson, { id: (await makeAccount('seller')).id })
    const deleted = await Promise.all([
      as(seller).call(deleteSellerAccount, {}),
      as(buyer).call(deleteBuyerAccount, {}),
    ])
    expect(deleted.map(({ status }) => status)).toEqual([200, 200])
    for (const table of ['wants', 'account_blocks'] as const)
      expect(
        await db.selectFrom(table).selectAll().where('person_id', '=', person_id).execute(),
      ).toEqual([])
  }
})
