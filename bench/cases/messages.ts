import { connectPair, manyAtOnce, type Pair } from '#bench/load/chat-pairs.ts'
import { percentile } from '#bench/load/http-load.ts'
import {
  memoryOf,
  type Program,
  processorSeconds,
  startProgram,
  startServer,
} from '#bench/machine/processes.ts'
import { fillEmbedded } from '#bench/market/fill-embedded.ts'
import { type BenchCase, type Measured, rowOf, type Settings, sizesOf } from './bench-case.ts'

/** Both sides of a pair write in turn, each once the other has the last message. */
async function writeInTurn(pairs: readonly Pair[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    pairs.map(async ({ exchange }) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const begun = performance.now()
        await exchange(turn % 2 === 0 ? 'buyer' : 'seller')
        times.push(performance.now() - begun)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}

async function measureMessages(of: string, program: Program, settings: Settings) {
  const pairs = await manyAtOnce(settings.pairs, (pair) => connectPair(program.port, pair))
  await writeInTurn(pairs, settings.seconds / 3)
  const before = processorSeconds(program.pid)
  const times = await writeInTurn(pairs, settings.seconds)
  const after = processorSeconds(program.pid)
  for (const { close } of pairs) close()
  return rowOf(of, {
    perSecond: times.length / settings.seconds,
    requests: times.length,
    failed: 0,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: times.at(-1) ?? 0,
    micros:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1e6) / times.length,
    memory: memoryOf(program.pid),
  })
}

export const startRelay = (): Promise<Program> => startProgram(['bench/load/relay-server.ts'])

async function measureRelay(settings: Settings): Promise<NonNullable<Measured['beside']>> {
  const relay = await startRelay()
  const { figure } = await measureMessages('relay', relay, settings)
  await relay.close()
  return { name: 'bare Socket.IO relay', figure }
}

const marketBooks = 10_000

export const messages: BenchCase = {
  name: 'messages',
  run: async (bench) => {
    const { settings } = bench
    const [books = 0] = sizesOf(settings, [marketBooks])
    const beside = await measureRelay(settings)
    const stored = await bench.withMarket(books, (market) =>
      measureMessages(`${settings.pairs} pairs, PostgreSQL`, market, settings),
    )
    const embedded = await bench.withFolder(async (folder) => {
      await fillEmbedded(folder, books)
      const server = await startServer(folder, undefined)
      return measureMessages(`${settings.pairs} pairs, embedded`, server, settings).finally(
        server.close,
      )
    })
    return [
      { ...stored, beside, bars: [{ atLeast: 3000 }] },
      { ...embedded, beside, bars: [{ atLeast: 1200 }] },
    ]
  },
}
