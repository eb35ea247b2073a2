import { setTimeout as sleep } from 'node:timers/promises'
import { fetchAnswer, fetchJson } from '#bench/load/bare.ts'
import { memoryOf, type Program, startProgram, startServer } from '#bench/machine/processes.ts'
import { type BenchCase, type Measured, type Settings, sizesOf } from './bench-case.ts'

const settleMs = 2000
/** What the market may take beside the embedded database, and with PostgreSQL in all. */
const bars = { besidePGlite: 200, postgres: 250 }

/** Resident megabytes, a while after the first readers came. */
async function memoryInUse(program: Program, { seconds }: Settings): Promise<number> {
  const [first] = await fetchJson<{ _id: string }[]>(program.port, '/api/books/buyer/books?limit=8')
  for (const address of ['/', '/books', `/buyer/book/${first?._id}`, '/api/books/shelves'])
    await fetchAnswer(program.port, address)
  await sleep(Math.min(settleMs, seconds * 1000))
  return memoryOf(program.pid) ?? 0
}

async function measureEmbedded(folder: string, settings: Settings): Promise<Measured> {
  if (settings.demo) await (await startServer(folder, undefined, true)).close()
  const second = await startServer(folder, undefined, settings.demo)
  const figure = await memoryInUse(second, settings).finally(second.close)
  const pglite = await startProgram(['bench/load/pglite-alone.ts', folder])
  await sleep(Math.min(settleMs, settings.seconds * 1000))
  const alone = memoryOf(pglite.pid) ?? 0
  await pglite.close()
  return {
    of: 'embedded, demo market, second start',
    figure,
    unit: 'MB',
    beside: { name: 'PGlite alone', figure: alone },
    bars: [{ atMost: alone + bars.besidePGlite }],
  }
}

export const memory: BenchCase = {
  name: 'memory',
  run: async (bench) => {
    const { settings } = bench
    const [books = 0] = sizesOf(settings, [10_000])
    const embedded = await bench.withFolder((folder) => measureEmbedded(folder, settings))
    // The market was migrated when it was filled: this is the second start.
    const figure = await bench.withMarket(books, (market) => memoryInUse(market, settings))
    return [
      embedded,
      {
        of: `PostgreSQL, ${books.toLocaleString('en')} books, second start`,
        figure,
        unit: 'MB',
        bars: [{ atMost: bars.postgres }],
      },
    ]
  },
}
