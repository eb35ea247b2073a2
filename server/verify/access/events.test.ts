// Tests the live connection: who may connect, which events they can send, and which they receive.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { logOut } from '#contract/accounts/auth.ts'
import { toggleBuyer } from '#contract/admin/admin.ts'
import { sendMessage } from '#contract/chats.ts'
import { placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, makeChat, type TestChat } from '#server/testing.ts'
import {
  connect,
  type Device,
  emitEvent,
  getConnectError,
  secondSession,
  waitForText,
} from '#server/testing-live.ts'

/**
 * A line per event: whose id it takes, and the error for an id that is unknown or somebody else's.
 */
const table: Record<
  string,
  { own: 'account' | 'chat'; code: string; input: (id: string) => unknown }
> = {
  join: { own: 'account', code: 'not_yours', input: (id) => id },
  join_chat: { own: 'chat', code: 'chat_not_found', input: (id) => id },
  send_message: {
    own: 'chat',
    code: 'chat_not_found',
    input: (chatId) => ({ chatId, message: 'Hello' }),
  },
  typing: { own: 'chat', code: 'chat_not_found', input: (chatId) => ({ chatId }) },
}

let halves: [TestChat, TestChat]
beforeAll(async () => {
  halves = [await makeChat(), await makeChat()]
})

test('every event has a line in the table, and every line has an event', () => {
  const source = readFileSync(
    path.resolve(import.meta.dirname, '../../../contract/live.ts'),
    'utf8',
  )
  const [, events = ''] = /export type ClientEvents = \{\n([\s\S]+?)\n\}/.exec(source) ?? []
  const names = [...events.matchAll(/^ {2}(\w+): \(/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(Object.keys(table).sort())
})

test('nobody connects without a live token', async () => {
  const admin = await makeAccount('admin')
  const [blocked, left, out] = [
    await makeAccount('buyer'),
    await makeAccount('seller'),
    await makeAccount('buyer'),
  ]
  await as(admin).call(toggleBuyer, { id: blocked.id, status: 'blocked' })
  await as(left).call(deleteSellerAccount, {})
  const ended = await secondSession(out)
  await as(ended).call(logOut, {})
  const handshakes: [auth: Record<string, unknown>, code: string][] = [
    [{}, 'signed_out'],
    [{ token: '' }, 'signed_out'],
    [{ token: 7 }, 'signed_out'],
    [{ token: [out.token] }, 'signed_out'],
    [{ token: { $ne: '' } }, 'signed_out'],
    [{ token: newToken() }, 'session_ended'],
    [{ token: `${out.token}A` }, 'session_ended'],
    [{ token: hashToken(out.token) }, 'session_ended'],
    [{ token: blocked.token }, 'session_ended'],
    [{ token: left.token }, 'session_ended'],
    [{ token: ended.token }, 'session_ended'],
  ]
  for (const [auth, code] of handshakes)
    expect([auth, await getConnectError(auth)]).toEqual([auth, code])
})

test('each event accepts the caller’s own id, but no id of others and no unknown id', async () => {
  const admin = await makeAccount('admin')
  const wrong: string[] = []
  for (const own of halves) {
    const other = own === halves[0] ? halves[1] : halves[0]
    const people = { buyer: own.buyer, seller: own.seller, admin }
    for (const [who, account] of Object.entries(people)) {
      const device = await connect(account)
      for (const [event, { own: kind, code, input }] of Object.entries(table)) {
        const ownId = kind === 'account' ? account.id : own.chatId
        const otherId = kind === 'account' ? other.buyer.id : other.chatId
        const isParty = who !== 'admin' || kind === 'account'
        const tries: [id: string, expected: string][] = [
          [otherId, who === 'admin' && kind === 'chat' ? 'refused' : code],
          [newId(), who === 'admin' && kind === 'chat' ? 'refused' : code],
          [ownId, isParty ? 'ok' : 'refused'],
        ]
        for (const [id, expected] of tries) {
          const ack = await emitEvent(device, event, input(id))
          const actual = ack.ok ? 'ok' : ack.code
          if (expected === 'refused' ? ack.ok : actual !== expected)
            wrong.push(`${event} by the ${who}: ${actual}, not ${expected}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

test('events between two people are sent to them and to nobody else', async () => {
  const [own, other] = halves
  const devices = { buyer: await connect(own.buyer), seller: await connect(own.seller) }
  const others: Device[] = []
  for (const account of [other.buyer, other.seller, await makeAccount('admin')])
    others.push(await connect(account))
  for (const [index, account] of [other.buyer, other.seller].entries()) {
    const device = others[index] as Device
    await emitEvent(device, 'join', account.id)
    await emitEvent(device, 'join_chat', other.chatId)
    // The server refuses these events, so the device must not be subscribed to anything after them.
    await emitEvent(device, 'join_chat', own.chatId)
    await emitEvent(device, 'join', own.buyer.id)
  }
  const { chatId } = own
  await emitEvent(devices.buyer, 'typing', { chatId })
  await as(own.buyer).call(sendMessage, { chatId, message: 'Only for you.' })
  const { body } = await as(own.seller).call(placeOrder, {
    chatId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  await as(own.seller).call(setOrderStatus, { orderId: body._id, status: 'Shipped' })
  // When this message has arrived, no earlier event can still arrive.
  await as(other.buyer).call(sendMessage, { chatId: other.chatId, message: 'The last word' })
  await waitForText(others[1] as Device, 'The last word')
  expect(devices.seller.received.length).toBeGreaterThan(1)
  expect(devices.buyer.received.length).toBeGreaterThan(1)
  const heard = others.map(({ received }) => JSON.stringify(received))
  for (const secret of [chatId, own.buyer.id, own.seller.id, body._id, 'Only for you.'])
    for (const text of heard) expect(text).not.toContain(secret)
})
