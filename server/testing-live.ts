// Live clients that record what they receive.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import type { Message } from '#contract/chats.ts'
import type { Ack, ClientEvents, ServerEvents } from '#contract/live.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { type TestAccount, testApp } from './testing.ts'

type Client = Socket<ServerEvents, ClientEvents>
export type Device = { socket: Client; received: [name: string, payload: unknown][] }

const sockets: Client[] = []
/** Runs after each test. */
export function disconnectSockets(): void {
  for (const socket of sockets.splice(0)) socket.disconnect()
}

const addresses = new WeakMap<FastifyInstance, Promise<string>>()
async function listen(): Promise<string> {
  const { app } = await testApp()
  const address = addresses.get(app) ?? app.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(app, address)
  return address
}

async function openSocket(auth: Record<string, unknown>, address?: string): Promise<Client> {
  const socket: Client = io(address ?? (await listen()), {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  return socket
}

/** With PostgreSQL, an event is sent only after it was passed to other processes. */
const lateEventsMs = process.env.TEST_DATABASE_URL === undefined ? 0 : 50

/** Connects an account. It doesn't receive the events of earlier calls. */
export async function connect(account: { token: string }, address?: string): Promise<Device> {
  await sleep(lateEventsMs)
  const socket = await openSocket({ token: account.token }, address)
  const received: Device['received'] = []
  socket.onAny((name: string, payload: unknown) => received.push([name, payload]))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, received }
}

export async function getConnectError(
  auth: Record<string, unknown>,
  address?: string,
): Promise<string | undefined> {
  const socket = await openSocket(auth, address)
  const error = await new Promise<Error & { data?: { code: string } }>((resolve) =>
    socket.once('connect_error', resolve),
  )
  return error.data?.code
}

export const waitForDisconnect = (device: Device): Promise<string> =>
  new Promise((resolve) => device.socket.once('disconnect', resolve))

export const waitForEvent = (device: Device, name: keyof ServerEvents): Promise<unknown> =>
  new Promise((resolve) => device.socket.once(name, resolve as () => void))

export const emitEvent = (
  device: Device,
  name: string,
  ...args: unknown[]
): Promise<Ack<{ message: Message }>> =>
  (device.socket as unknown as Socket).emitWithAck(name, ...args)

export const sendText = (device: Device, chatId: string, message: string, fields: object = {}) =>
  emitEvent(device, 'send_message', { chatId, message, ...fields })

export const receivedTexts = (device: Device): string[] =>
  device.received
    .filter(([name]) => name === 'receive_message')
    .map(([, payload]) => (payload as Message).message)

/**
 * Resolves when the device has received this text, and therefore everything that was sent before
 * it.
 */
export function waitForText(device: Device, text: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!receivedTexts(device).includes(text)) return
      device.socket.offAny(check)
      resolve()
    }
    device.socket.onAny(check)
    check()
  })
}

export async function secondSession(account: TestAccount): Promise<TestAccount> {
  const { context } = await testApp()
  const token = newToken()
  await insertSession(context.db, {
    tokenHash: hashToken(token),
    accountId: account.id,
    userAgent: 'test',
    now: context.now(),
  })
  return { ...account, token }
}
