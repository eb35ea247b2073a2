// Chats over sockets while servers are killed and connections are cut.
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type Message, readChat } from '#contract/chats.ts'
import type { Ack, ClientEvents, ServerEvents } from '#contract/live.ts'
import type { Case, Scene } from './case.ts'
import type { Account } from './market.ts'

type Person = {
  account: Account
  chatId: string
  /** The chat's messages that the person has received, by number. */
  seen: Map<number, Message>
  socket: Socket<ServerEvents, ClientEvents>
  /** Reads the messages that arrived while the connection was lost. */
  catchUp: () => Promise<void>
}

const ackTimeoutMs = 5000

async function connect(
  { market, call, record }: Scene,
  account: Account,
  chatId: string,
): Promise<Person> {
  const socket: Person['socket'] = io(`http://127.0.0.1:${market.network.port}`, {
    auth: { token: account.token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  })
  const seen: Person['seen'] = new Map()
  const see = (message: Message) => {
    const other = seen.get(message.number)
    if (other && other._id !== message._id) record.problems.push('a number named two messages')
    seen.set(message.number, message)
  }
  const catchUp = async () => {
    for (let hasMore = true; hasMore; ) {
      let after = 0
      while (seen.has(after + 1)) after++
      const { body } = await call(readChat, { id: chatId, after }, account)
      for (const message of body.messages) see(message)
      hasMore = body.hasMore && body.messages.length > 0
    }
  }
  socket.on('receive_message', (message) => message.chatId === chatId && see(message))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.on('connect', () => void catchUp())
  return { account, chatId, seen, socket, catchUp }
}

async function sendOne({ record }: Scene, { socket, account, chatId, seen }: Person) {
  const [mark, clientId, start] = [record.newMark(), crypto.randomUUID(), performance.now()]
  for (;;) {
    const ack = (await socket
      .timeout(ackTimeoutMs)
      .emitWithAck('send_message', { chatId, message: mark, clientId })
      .catch(() => undefined)) as Ack<{ message: Message }> | undefined
    record.noteWait(start)
    if (ack?.ok) {
      const { _id: id, number } = ack.message
      record.acknowledge({ mark, id, by: account.id, chatId })
      seen.set(number, ack.message)
      return number
    }
    if (ack && ack.code !== 'unavailable' && ack.code !== 'closing')
      record.problems.push(`a message was refused: ${ack.code}`)
    record.unanswered++
    await sleep(50)
  }
}

async function chat(scene: Scene): Promise<number> {
  const { market, size, record, pairs } = scene
  const people = await Promise.all(
    pairs.flatMap(({ buyer, seller, chatId }) =>
      [buyer, seller].map((account) => connect(scene, account, chatId)),
    ),
  )
  let begun = 0
  const sent = people.map(async (person) => {
    for (let last = 0; begun < size.messages; ) {
      begun++
      const number = await sendOne(scene, person)
      if (number < last) record.problems.push('a person’s messages are out of order')
      last = number
      if (Math.random() < 0.01) person.socket.io.engine?.close()
    }
  })
  for (let kill = 0; kill < size.kills; kill++) {
    const target = ((kill + 0.5) * size.messages) / size.kills
    while (record.acknowledged.length < target) await sleep(5)
    const node = market.nodes[kill % 2] ?? market.nodes[0]
    await node.end('SIGKILL')
    await node.start()
  }
  await Promise.all(sent)
  for (const person of people) {
    await person.catchUp()
    person.socket.disconnect()
    const written = record.acknowledged.filter(({ chatId }) => chatId === person.chatId)
    const ids = new Set([...person.seen.values()].map(({ _id }) => _id))
    const unseen = written.filter(({ id }) => !ids.has(id)).length
    if (unseen > 0 || ids.size !== written.length)
      record.problems.push(`${ids.size} of ${written.length} messages are seen, ${unseen} are not`)
  }
  return size.kills
}

export const chats: readonly Case[] = [
  { name: 'chat while its servers are killed', market: 'PostgreSQL', nodes: 2, run: chat },
]
