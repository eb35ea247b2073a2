// What tests of the live connection stand on: the file's app listening, and devices that remember what they heard.
import { io, type Socket } from 'socket.io-client'
import { afterEach } from 'vitest'
import type { Message } from '#contract/chats.ts'
import type { Ack, ClientEvents, ServerEvents } from '#contract/live.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { type TestPerson, testApp } from './testing.ts'

type Client = Socket<ServerEvents, ClientEvents>
/** A connected device, and everything it has been told, in order. */
export type Device = { socket: Client; heard: [name: string, what: unknown][] }

const sockets: Client[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

let listening: Promise<string> | undefined
const origin = () => {
  listening ??= testApp().then(({ app }) => app.listen({ port: 0, host: '127.0.0.1' }))
  return listening
}

async function openSocket(auth: Record<string, unknown>, address?: string): Promise<Client> {
  const socket: Client = io(address ?? (await origin()), {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  return socket
}

/** A device of the person, connected to the file's app or to the one at `address`. */
export async function connect(person: { token: string }, address?: string): Promise<Device> {
  const socket = await openSocket({ token: person.token }, address)
  const heard: Device['heard'] = []
  socket.onAny((name: string, what: unknown) => heard.push([name, what]))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, heard }
}

/** Tries to connect and gives the code of the refusal. */
export async function refusedConnect(
  auth: Record<string, unknown>,
  address?: string,
): Promise<string | undefined> {
  const socket = await openSocket(auth, address)
  const error = await new Promise<Error & { data?: { code: string } }>((resolve) =>
    socket.once('connect_error', resolve),
  )
  return error.data?.code
}

/** Why the device's connection ends, once it does. */
export const ended = (device: Device): Promise<string> =>
  new Promise((resolve) => device.socket.once('disconnect', resolve))

/** The next thing of this name that the device hears. */
export const next = (device: Device, name: keyof ServerEvents): Promise<unknown> =>
  new Promise((resolve) => device.socket.once(name, resolve as () => void))

/** Emits whatever it is given, as a client that keeps to no types would. */
export const ask = (
  device: Device,
  name: string,
  ...what: unknown[]
): Promise<Ack<{ message: Message }>> =>
  (device.socket as unknown as Socket).emitWithAck(name, ...what)

export const say = (device: Device, chatId: string, message: string, more: object = {}) =>
  ask(device, 'send_message', { chatId, message, ...more })

/** The texts of the messages that the device has heard. */
export const textsOf = (device: Device): string[] =>
  device.heard
    .filter(([name]) => name === 'receive_message')
    .map(([, what]) => (what as Message).message)

/** Resolves once the device has heard this text; whatever was said before has then been heard too. */
export function heardText(device: Device, text: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!textsOf(device).includes(text)) return
      device.socket.offAny(check)
      resolve()
    }
    device.socket.onAny(check)
    check()
  })
}

/** The same person's second session, as on another phone. */
export async function secondSession(person: TestPerson): Promise<TestPerson> {
  const { parts } = await testApp()
  const token = newToken()
  await insertSession(parts.db, {
    tokenHash: hashToken(token),
    personId: person.id,
    userAgent: 'test',
    now: parts.now(),
  })
  return { ...person, token }
}
