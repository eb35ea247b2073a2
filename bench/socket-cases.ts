// Chats over Socket.IO: how many messages are stored and delivered, and how soon connected people
// get one.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { atRate, inTurns, measure, type Row, type Turn } from '#bench/load.ts'
import { megabytesOf, type Program, startBare } from '#bench/machine/processes.ts'
import type { Bench, Side } from '#bench/market.ts'

type Chat = { id: string; buyer_id: string; seller_id: string }
type Pair = {
  /** Resolves once the message is acknowledged and the other side has it. */
  send: (from: 'buyer' | 'seller') => Promise<void>
  close: () => void
}

const deliveryMs = 10_000
/** Messages a second of each connected person, and how many of them write. */
const messagesOfClient = 0.1
const writers = 0.2
const connectedAtOnce = 50

/** The token of a person's session is their id. */
async function connect({ port }: Program, token: string, chat: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false, auth: { token, chat } },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  return socket
}

async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += connectedAtOnce)
    results.push(...(await Promise.all(all.slice(at, at + connectedAtOnce).map(work))))
  return results
}

async function connectPair(program: Program, chat: Chat): Promise<Pair> {
  const arrivals = new Map<string, () => void>()
  const sockets = {
    buyer: await connect(program, chat.buyer_id, chat.id),
    seller: await connect(program, chat.seller_id, chat.id),
  }
  for (const socket of Object.values(sockets))
    socket.on('receive_message', ({ clientId }) => {
      arrivals.get(clientId)?.()
      arrivals.delete(clientId)
    })
  return {
    send: async (from) => {
      const clientId = randomUUID()
      const arrived = new Promise<void>((resolve) => arrivals.set(clientId, resolve))
      const message = 'Is the book still available? I could come on Saturday.'
      const socket = sockets[from].timeout(deliveryMs)
      const ack = await socket.emitWithAck('send_message', { chatId: chat.id, message, clientId })
      if (!ack.ok) throw new Error(`A message was refused: ${ack.code}`)
      const isLate = sleep(deliveryMs, true, { ref: false })
      if (await Promise.race([arrived, isLate])) throw new Error('A message did not arrive.')
    },
    close: () => {
      for (const socket of Object.values(sockets)) socket.close()
    },
  }
}

const findChats = (bench: Bench, side: Side, count: number): Promise<Chat[]> =>
  bench.query<Chat>(side, `select id, buyer_id, seller_id from chats order by id limit ${count}`)

/** Both sides of a pair write in turn, each once the other has the last message. */
async function writeInTurn(pairs: readonly Pair[], seconds: number): Promise<Turn> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    pairs.map(async ({ send }) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const begun = performance.now()
        await send(turn % 2 === 0 ? 'buyer' : 'seller')
        times.push(performance.now() - begun)
      }
    }),
  )
  return { times, seconds }
}

export async function measureMessages(bench: Bench): Promise<Row[]> {
  const { connections, runs, seconds, books } = bench.settings
  const sides = await bench.sidesOf(books.usual)
  const chats = await findChats(bench, sides[0], connections)
  await bench.query(sides[0], 'create table if not exists bench_messages (id uuid, message text)')
  const script = `insert into bench_messages values (gen_random_uuid(), repeat('a', 60));\n`
  const turn = (program: Program) => async () => {
    const pairs = await inBatches(chats, (chat) => connectPair(program, chat))
    return measure(program, () => writeInTurn(pairs, seconds)).finally(() => {
      for (const { close } of pairs) close()
    })
  }
  const relay = await startBare()
  return inTurns(`${chats.length} pairs write in turn`, runs, () => undefined, {
    ...Object.fromEntries(sides.map((side) => [side.name, turn(side)])),
    'bare Socket.IO': turn(relay),
    pgbench: () => bench.pgbench(sides[0], script, connections),
  }).finally(relay.close)
}

export async function measureLive(bench: Bench): Promise<Row[]> {
  const { clients, runs, seconds, books } = bench.settings
  const sides = await bench.sidesOf(books.usual)
  const chats = await findChats(bench, sides[0], Math.ceil((clients * writers) / 2))
  const idle = await bench.query<{ id: string }>(
    sides[0],
    `select id from accounts where role = 'buyer' order by id desc limit ${clients - 2 * chats.length}`,
  )
  const rate = clients * messagesOfClient
  const kilobytes: Record<string, number> = {}
  const turn = (name: string, program: Program) => async () => {
    const before = megabytesOf(program.pid)
    const pairs = await inBatches(chats, (chat) => connectPair(program, chat))
    const others = await inBatches(idle, ({ id }) => connect(program, id, 'none'))
    kilobytes[name] ??= ((megabytesOf(program.pid) - before) * 1024) / clients
    return measure(program, () =>
      atRate(rate, seconds, (number) => {
        const { send } = pairs[number % pairs.length] as Pair
        return send(Math.floor(number / pairs.length) % 2 === 0 ? 'buyer' : 'seller')
      }),
    ).finally(() => {
      for (const one of [...pairs, ...others]) one.close()
    })
  }
  const relay = await startBare()
  const what = `${clients.toLocaleString('en')} people connected, ${rate} messages a second`
  const programs = [...sides, { ...relay, name: 'bare Socket.IO' }]
  const rows = await inTurns(
    what,
    runs,
    () => undefined,
    Object.fromEntries(programs.map((program) => [program.name, turn(program.name, program)])),
  ).finally(relay.close)
  for (const [name, size] of Object.entries(kilobytes))
    console.log(`${name}: ${size.toFixed(1)} KB for a connection`)
  return rows
}
