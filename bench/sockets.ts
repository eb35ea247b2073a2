// Measures how many chat messages are stored and delivered, and how fast.
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { atRate, inTurns, measure, type Row, type Turn } from './load.ts'
import { type Program, startBare } from './machine/processes.ts'
import type { Bench } from './market.ts'

/** Sends a message. Resolves when it is acknowledged and one of the two people has received it. */
type Send = (isFromBuyer: boolean) => Promise<void>
/** `idle` is how many other people are connected without writing. pgbench runs `script`. */
type SocketCase = {
  what: string
  pairs: number
  idle: number
  work: (pairs: readonly Send[]) => Promise<Turn>
  script?: string
}

const message = 'Is the book still available? I could come on Saturday.'
const lostAfterMs = 10_000
const writingPairs = 32
/** The share of connected people who write, and each one's messages per second. */
const writers = 0.2
const messagesOfWriter = 0.5

/** A person's token is their id. */
async function connect({ port }: Program, auth: object): Promise<Socket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth }
  const socket = io(`http://127.0.0.1:${port}`, options)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  return socket
}

function pairOf(chatId: string, buyer: Socket, seller: Socket): Send {
  const arrivals = new EventEmitter()
  for (const socket of [buyer, seller])
    socket.on('receive_message', ({ clientId }) => arrivals.emit(clientId))
  return async (isFromBuyer) => {
    const clientId = randomUUID()
    const sender = isFromBuyer ? buyer : seller
    const [ack] = await Promise.all([
      sender.emitWithAck('send_message', { chatId, message, clientId }),
      once(arrivals, clientId, { signal: AbortSignal.timeout(lostAfterMs) }),
    ])
    if (!ack.ok) throw new Error(`A message was refused: ${ack.code}`)
  }
}

async function measureSockets(bench: Bench, one: SocketCase): Promise<Row[]> {
  const { sides, query } = await bench.open('usual')
  type Connected = { chat: string; people: string[] }
  const chats = await query<Connected>(
    `select id as chat, array[buyer_id, seller_id] as people from chats order by id limit ${one.pairs}`,
  )
  const others = await query<Connected>(
    `select '' as chat, array[id] as people from accounts order by id desc limit ${one.idle}`,
  )
  const people = [...chats, ...others].flatMap(({ chat, people }) =>
    people.map((token) => ({ token, chat })),
  )
  const turn = (program: Program) => async () => {
    const sockets: Socket[] = []
    for (const person of people) sockets.push(await connect(program, person))
    const pairs = chats.map(({ chat }, at) =>
      pairOf(chat, sockets[2 * at] as Socket, sockets[2 * at + 1] as Socket),
    )
    return measure(program, () => one.work(pairs)).finally(() => {
      for (const socket of sockets) socket.close()
    })
  }
  const relay = await startBare()
  const { script } = one
  return inTurns(one.what, bench.settings.runs, () => undefined, {
    ...Object.fromEntries(sides.map((side) => [side.name, turn(side)])),
    'bare Socket.IO': turn(relay),
    ...(script !== undefined && { pgbench: () => bench.pgbench(script, writingPairs) }),
  }).finally(relay.close)
}

/** The two people of a pair take turns: each writes after the other's message has arrived. */
async function writeInTurn(pairs: readonly Send[], seconds: number): Promise<Turn> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const write = async (send: Send) => {
    for (let turn = 0; turn === 0 || performance.now() < end; turn++) {
      const begun = performance.now()
      await send(turn % 2 === 0)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(pairs.map(write))
  return { times, seconds }
}

export const measureMessages = (bench: Bench): Promise<Row[]> =>
  measureSockets(bench, {
    what: `${writingPairs} pairs write in turn`,
    pairs: writingPairs,
    idle: 0,
    work: (pairs) => writeInTurn(pairs, bench.settings.seconds),
    script: `insert into bench_messages values (gen_random_uuid(), '${message}');\n`,
  })

export function measureLive(bench: Bench): Promise<Row[]> {
  const { clients, seconds } = bench.settings
  const pairs = Math.ceil((clients * writers) / 2)
  const rate = clients * writers * messagesOfWriter
  const send = (sends: readonly Send[]) => (number: number) =>
    (sends[number % sends.length] as Send)(Math.floor(number / sends.length) % 2 === 0)
  return measureSockets(bench, {
    what: `${clients.toLocaleString('en')} people connected, ${rate} messages a second`,
    pairs,
    idle: clients - 2 * pairs,
    work: (sends) => atRate(rate, seconds, send(sends)),
  })
}
