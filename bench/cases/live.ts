import { setTimeout as sleep } from 'node:timers/promises'
import { connectPair, manyAtOnce, type Pair } from '#bench/load/chat-pairs.ts'
import { percentile } from '#bench/load/http-load.ts'
import { connectLive, type LiveClient } from '#bench/load/live-client.ts'
import { maxOpenFiles, memoryOf, type Program } from '#bench/machine/processes.ts'
import { marketSizes, tokenOf } from '#bench/market/ids.ts'
import { type BenchCase, type Measured, type Settings, sizesOf } from './bench-case.ts'
import { startRelay } from './messages.ts'

/** Of ten connected people two write once a second. */
const messagesOfClient = 0.2
const waitMs = 10_000
const tickMs = 10
/** Besides those of the clients. */
const otherFiles = 500
/** Until the memory of new connections shows. */
const settleMs = 1000

type Traffic = { offered: number; lost: number; times: number[]; kilobytes: number }

/** Offers messages at a steady rate, whether or not the earlier ones have arrived. */
async function offer(pairs: readonly Pair[], rate: number, seconds: number) {
  const times: number[] = []
  const [begun, working] = [performance.now(), new Set<Promise<void>>()]
  let [offered, refused] = [0, 0]
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.ceil(((performance.now() - begun) / 1000) * rate)
    for (; offered < due; offered++) {
      const sentAt = performance.now()
      const { exchange } = pairs[offered % pairs.length] as Pair
      const side = Math.floor(offered / pairs.length) % 2 === 0 ? 'buyer' : 'seller'
      const exchanged = exchange(side)
        .then(() => void times.push(performance.now() - sentAt))
        .catch(() => void refused++)
        .finally(() => working.delete(exchanged))
      working.add(exchanged)
    }
    await sleep(tickMs)
  }
  await Promise.race([Promise.all(working), sleep(waitMs)])
  return { offered, lost: offered - times.length, times: times.sort((a, b) => a - b) }
}

/** Connects the clients, half of them at most in pairs that write, and offers messages. */
async function measureTraffic(
  { port, pid }: Program,
  { clients, seconds }: Settings,
  sellers: number,
): Promise<Traffic> {
  const before = memoryOf(pid) ?? 0
  const pairs = await manyAtOnce(Math.min(sellers, Math.floor(clients / 4)), (pair) =>
    connectPair(port, pair),
  )
  const idle = await manyAtOnce(
    clients - 2 * pairs.length,
    (number): Promise<LiveClient> =>
      connectLive(port, { token: tokenOf('buyer', pairs.length + number), chat: 'none' }),
  )
  await sleep(Math.min(settleMs, seconds * 1000))
  const kilobytes = (((memoryOf(pid) ?? 0) - before) * 1024) / clients
  const traffic = await offer(pairs, clients * messagesOfClient, seconds)
  for (const { close } of [...pairs, ...idle]) close()
  return { ...traffic, kilobytes }
}

export const live: BenchCase = {
  name: 'live',
  run: async (bench) => {
    const { settings } = bench
    const [books = 0] = sizesOf(settings, [100_000])
    const { sellers, buyers } = marketSizes(books)
    // Each client is a person of their own, and a file in both processes.
    const clients = Math.min(settings.clients, buyers, maxOpenFiles() - otherFiles)
    const own = { ...settings, clients }
    const relay = await startRelay()
    const bare = await measureTraffic(relay, own, sellers).finally(relay.close)
    return bench.withMarket(books, async (market) => {
      const { offered, lost, times, kilobytes } = await measureTraffic(market, own, sellers)
      const of = `${clients.toLocaleString('en')} clients`
      const beside = (figure: number) => ({ name: 'bare Socket.IO relay', figure })
      const rate = (clients * messagesOfClient).toLocaleString('en')
      const rows: Measured[] = [
        {
          of: `${of}, p99 of ${rate} messages a second`,
          figure: percentile(times, 0.99),
          unit: 'ms',
          beside: beside(percentile(bare.times, 0.99)),
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
          memory: memoryOf(market.pid),
          bars: [{ times: 3 }],
        },
        {
          of: `${of}, not there after ${waitMs / 1000} s`,
          figure: lost,
          outOf: offered,
          unit: 'messages',
          bars: [{ atMost: 0 }],
        },
        {
          of: `${of}, memory of one connection`,
          figure: kilobytes,
          unit: 'KB',
          beside: beside(bare.kilobytes),
        },
      ]
      return rows
    })
  },
}
