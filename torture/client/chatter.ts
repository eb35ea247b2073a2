// One side of a chat, as a page is: it sends its messages one after the other until each is
// acknowledged, hears of the other side's, and after a lost connection reads what it missed.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type Message, readChat } from '#contract/chats.ts'
import type { Ack, ClientEvents, ServerEvents } from '#contract/live.ts'
import type { Account } from '#torture/market/make-market.ts'
import { type CallCounts, call } from './call.ts'

type Client = Socket<ServerEvents, ClientEvents>
type Options = { port: number; account: Account; chatId: string; counts: CallCounts }

export type Chatter = {
  account: Account
  chatId: string
  /** Resolves with the stored message, once it is acknowledged. */
  send: () => Promise<Message>
  /** What was acknowledged, in the order in which it was sent. */
  acknowledged: readonly Message[]
  /** The chat as this side sees it: messages by their numbers. */
  seen: ReadonlyMap<number, string>
  /** What it heard live, without asking for it. */
  heard: ReadonlySet<string>
  /** Numbers that named two messages, which must never be. */
  clashes: () => number
  /** Cuts the connection below the socket, as a lost network does. */
  cut: () => void
  connect: () => Promise<void>
  disconnect: () => void
  /** Reads what comes after the newest message that it has. */
  catchUp: () => Promise<void>
  isConnected: () => boolean
}

const ackTimeoutMs = 5000
const pauseMs = 50

const openSocket = ({ port, account }: Options): Client =>
  io(`http://127.0.0.1:${port}`, {
    auth: { token: account.token },
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  })

export function createChatter(options: Options): Chatter {
  const { port, account, chatId, counts } = options
  const socket = openSocket(options)
  const acknowledged: Message[] = []
  const seen = new Map<number, string>()
  const heard = new Set<string>()
  let clashes = 0
  let whole = 0
  const note = ({ number, _id }: Pick<Message, 'number' | '_id'>) => {
    if (seen.has(number) && seen.get(number) !== _id) clashes++
    seen.set(number, _id)
    while (seen.has(whole + 1)) whole++
  }
  const catchUp = async (): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      const input = { id: chatId, after: whole }
      const { body } = await call(readChat, input, account, { port: () => port, counts })
      for (const message of body.messages) note(message)
      hasMore = body.messages.length > 0 && body.hasMore
    }
  }
  socket.on('receive_message', (message) => {
    if (message.chatId !== chatId) return
    heard.add(message._id)
    note(message)
  })
  socket.on('connect', () => void catchUp().catch(() => {}))

  async function send(): Promise<Message> {
    const input = { chatId, message: 'Is the book still there?', clientId: randomUUID() }
    counts.calls++
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) counts.repeated++
      const ack = (await socket
        .timeout(ackTimeoutMs)
        .emitWithAck('send_message', input)
        .catch(() => undefined)) as Ack<{ message: Message }> | undefined
      if (ack?.ok) {
        acknowledged.push(ack.message)
        note(ack.message)
        return ack.message
      }
      if (ack && ack.code !== 'unavailable' && ack.code !== 'closing')
        throw new Error(`A message was refused: ${ack.code}`)
      await sleep(pauseMs)
    }
  }
  return {
    ...{ account, chatId, acknowledged, seen, heard, send, catchUp },
    clashes: () => clashes,
    cut: () => void socket.io.engine?.close(),
    isConnected: () => socket.connected,
    connect: async () => {
      const connected = new Promise<void>((resolve) => socket.once('connect', resolve))
      socket.connect()
      await connected
    },
    disconnect: () => void socket.disconnect(),
  }
}
