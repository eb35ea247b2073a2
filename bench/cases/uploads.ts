import { setTimeout as sleep } from 'node:timers/promises'
import { fetchAnswer } from '#bench/load/bare.ts'
import { percentile } from '#bench/load/http-load.ts'
import { startUploaders, type Uploaders } from '#bench/load/uploaders.ts'
import { idleEncoderMs } from '#server/photos/policy.ts'
import { memoryWithChildren } from '#server/photos/testing-heavy-uploads.ts'
import { type BenchCase, inThousands, type Market, type Measured, sizesOf } from './bench-case.ts'

const people = 10
const maxGrowthMB = 150
/** Between two reads, so that what is measured is mostly the uploads. */
const pauseMs = 5

/**
 * Reads lists one after the other until `isOver`, at least one; milliseconds, and the most memory
 * seen, that of the encoders included.
 */
async function readLists({ port, pid }: Market, isOver: () => boolean) {
  const times: number[] = []
  let memory = memoryWithChildren(pid)
  for (let number = 0; number === 0 || !isOver(); number++) {
    const begun = performance.now()
    const { status } = await fetchAnswer(port, `/api/books/buyer/books?limit=${8 + (number % 5)}`)
    if (status !== 200) throw new Error(`A list was answered with ${status}.`)
    times.push(performance.now() - begun)
    if (number % 10 === 0) memory = Math.max(memory, memoryWithChildren(pid))
    await sleep(pauseMs)
  }
  return { times: times.sort((a, b) => a - b), memory }
}

type Reads = Awaited<ReturnType<typeof readLists>>
type Result = { quiet: Reads; busy: Reads; statuses: (number | string)[] }

async function measure(market: Market, uploaders: Uploaders, seconds: number): Promise<Result> {
  // The first one loads what reads photos; its encoder ends after a while.
  await uploaders.upload(people, 1)
  await sleep(idleEncoderMs + 1000)
  const end = performance.now() + seconds * 1000
  const quiet = await readLists(market, () => performance.now() > end)
  let areUploaded = false
  const uploading = uploaders.upload(0, people).finally(() => {
    areUploaded = true
  })
  const reading = readLists(market, () => areUploaded)
  const [busy, statuses] = await Promise.all([reading, uploading])
  return { quiet, busy, statuses }
}

function rowsOf({ quiet, busy, statuses }: Result, books: string): Measured[] {
  const stored = statuses.filter((status) => status === 201).length
  const odd = statuses.filter((status) => status !== 201 && status !== 429)
  if (odd.length > 0) throw new Error(`Uploads were answered with ${odd.join(', ')}.`)
  const of = `ten uploads of 40 MB at once, ${books}`
  return [
    {
      of: `${of}, the 95th of 100 lists`,
      figure: percentile(busy.times, 0.95),
      unit: 'ms',
      beside: { name: 'without uploads', figure: percentile(quiet.times, 0.95) },
      p50: percentile(busy.times, 0.5),
      p99: percentile(busy.times, 0.99),
      memory: busy.memory,
      bars: [{ times: 3 }],
      note: `${stored} stored, ${people - stored} told to come back`,
    },
    {
      of: `${of}, memory they add`,
      figure: busy.memory - quiet.memory,
      unit: 'MB',
      bars: [{ atMost: maxGrowthMB }],
    },
  ]
}

/** Ten people upload five photos of 8 MB each at once, while others read. */
export const uploads: BenchCase = {
  name: 'uploads',
  run: async (bench) => {
    const { settings } = bench
    const [books = 0] = sizesOf(settings, [10_000])
    return bench.withMarket(books, async (market) => {
      const uploaders = await startUploaders(`http://127.0.0.1:${market.port}`)
      try {
        return rowsOf(await measure(market, uploaders, settings.seconds), inThousands(books))
      } finally {
        uploaders.end()
      }
    })
  },
}
