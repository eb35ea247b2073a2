// Requests that began before their account was blocked or deleted.
import { expect, test } from 'vitest'
import { deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { setOrderStatus } from '#contract/orders/orders.ts'
import { lockOwnAccount, updateAccount } from '#server/accounts/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { storeMessage } from '#server/chats/send.ts'
import { lockOrder } from '#server/orders/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { as, makeDelivered, makeOrder, testApp } from '#server/testing.ts'

test('a request that began before its account was deleted or blocked changes nothing after it', async () => {
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

test('a seller who ships and deletes the account at once leaves no open order behind', async () => {
  for (let round = 0; round < 10; round++) {
    const { seller, orderId } = await makeDelivered()
    const [deleted, shipped] = await Promise.all([
      as(seller).call(deleteSellerAccount, {}),
      as(seller).call(setOrderStatus, { orderId, status: 'Shipped' }),
    ])
    expect([deleted.status, shipped.status].sort()).not.toEqual([200, 200])
  }
})
