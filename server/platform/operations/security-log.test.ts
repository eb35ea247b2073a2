// Logins and refused accesses are logged, without any secrets.
import { afterEach, expect, test } from 'vitest'
import { readBuyerProfile } from '#contract/accounts/accounts.ts'
import {
  logInBuyer,
  logInSeller,
  logOut,
  signUpBuyer,
  switchRole,
} from '#contract/accounts/auth.ts'
import { openSellerAccount } from '#contract/accounts/other-account.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { listBranches } from '#contract/books/books.ts'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { readLedger } from '#contract/orders/payments.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeChat, makeOrder, otherApp } from '#server/testing.ts'
import { connect, disconnectSockets, emitEvent } from '#server/testing-live.ts'
import { createLog } from './log.ts'

afterEach(disconnectSockets)

const password = 'monsoon-library-42'

async function appWithLog() {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const app = await otherApp({ log })
  const events = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter((line) => 'security' in line)
      .map(({ level: _, time: __, msg: ___, ...fields }) => fields)
  return { ...app, lines, events }
}

test('logins, switches and logouts of buyers and sellers are logged', async () => {
  const { app, lines, events } = await appWithLog()
  const email = `${newId()}@example.com`
  const requestId = expect.any(String)
  await as().call(signUpBuyer, { name: 'Asha', address: 'Pune', email, password })
  const buyer = (await as().call(logInBuyer, { email, password }, { app, ip: '10.5.0.1' })).body
  await as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
  const switched = (await as(buyer).call(switchRole, {}, { app, ip: '10.5.0.2' })).body
  const seller = (await as().call(logInSeller, { email, password }, { app, ip: '10.5.0.3' })).body
  await as(seller).call(logOut, {}, { app, ip: '10.5.0.4' })
  const [byBuyer, bySeller] = [
    { role: 'buyer', account: buyer.userId, requestId },
    { role: 'seller', account: seller.userId, requestId },
  ]
  expect(events()).toEqual([
    { security: 'login', ...byBuyer, address: '10.5.0.1' },
    { security: 'account_switched', ...bySeller, by: buyer.userId, address: '10.5.0.2' },
    { security: 'login', ...bySeller, address: '10.5.0.3' },
    { security: 'logout', ...bySeller, address: '10.5.0.4' },
  ])
  for (const secret of [email, password, buyer.token, switched.token, seller.token])
    expect(lines.join('\n')).not.toContain(secret)
})

test('refused accesses of sessions are logged, and those of guests counted', async () => {
  const { app, context, lines, events } = await appWithLog()
  const [buyer, other] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const { orderId } = await makeOrder()
  const { chatId } = await makeChat()
  const options = { app, ip: '10.5.1.1' }
  const answers = [
    await as(buyer).call(toggleBuyer, { id: other.id, status: 'blocked' }, options),
    await as(buyer).call(listBuyerOrders, { userId: other.id }, options),
    await as(buyer).call(readLedger, { orderId }, options),
  ]
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const device = await connect(buyer, address)
  await emitEvent(device, 'join', other.id)
  await emitEvent(device, 'join_chat', chatId)
  const who = { security: 'access_refused', role: 'buyer', account: buyer.id }
  const live = { ...who, address: '127.0.0.1', requestId: expect.any(String) }
  expect(events()).toEqual([
    ...[
      { to: 'PUT /api/admin/buyers/:id/toggle-status', code: 'wrong_role' },
      { to: 'GET /api/orders/buyer/:userId', code: 'not_yours' },
      { to: 'GET /api/orders/:orderId/payments', code: 'order_not_found' },
    ].map((refused, n) => ({
      ...who,
      address: '10.5.1.1',
      ...refused,
      requestId: answers[n]?.headers['x-request-id'],
    })),
    { ...live, event: 'join', to: 'join', code: 'not_yours' },
    { ...live, event: 'join_chat', to: 'join_chat', code: 'chat_not_found' },
  ])
  for (const secret of [buyer.token, buyer.name, buyer.email, other.id, orderId, chatId])
    expect(lines.join('\n')).not.toContain(secret)

  lines.length = 0
  await as().call(readBuyerProfile, {}, options)
  await as({ token: 'of-a-session-that-is-over' }).call(readBuyerProfile, {}, options)
  await as(buyer).call(readBuyerProfile, {}, options)
  await as(buyer).call(listBranches, {}, options)
  expect(events()).toEqual([])
  const counted = await context.metrics.errors.get()
  expect(counted.values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ labels: { code: 'signed_out' }, value: 1 }),
      expect.objectContaining({ labels: { code: 'session_ended' }, value: 1 }),
    ]),
  )
})
