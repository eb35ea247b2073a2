// Two servers on one PostgreSQL: how long until what happens at one is there at the other.
import { fetchJson } from '#bench/load/bare.ts'
import { sendJson, setPrice, staleTime } from '#bench/load/changes.ts'
import { connectPair } from '#bench/load/chat-pairs.ts'
import { percentile } from '#bench/load/http-load.ts'
import { startServer } from '#bench/machine/processes.ts'
import { bookId, type MarketSizes, marketId, tokenOf } from '#bench/market/ids.ts'
import { type BenchCase, type Measured, type Settings, sizesOf } from './bench-case.ts'

type Listed = { title: string; seller: { _id: string } }
type Ports = { here: number; there: number }
const changes = 10
const maxCrossingMs = 200
const givenUpMs = 5000

/** A message until the other person has it and the sender knows that it is stored. */
async function crossMessages({ here, there }: Ports, { seconds }: Settings): Promise<number[]> {
  const pair = await connectPair(here, 0, there)
  const times: number[] = []
  const start = performance.now()
  for (let turn = 0; performance.now() < start + (seconds * 4000) / 3; turn++) {
    const begun = performance.now()
    await pair.exchange(turn % 2 === 0 ? 'buyer' : 'seller')
    // After a third of it to warm up.
    if (begun > start + (seconds * 1000) / 3) times.push(performance.now() - begun)
  }
  pair.close()
  return times
}

/** A price that one server has changed, until the other shows it. */
async function crossPrices({ here, there }: Ports, sizes: MarketSizes): Promise<number[]> {
  const times: number[] = []
  for (let seller = 0; seller < changes; seller++) {
    // The first books are one of each seller.
    const id = bookId(seller, sizes)
    const address = `/api/books/${id}`
    const { price } = await fetchJson<{ price: number }>(there, address)
    const wanted = price + (Math.floor(price) % 2 === 0 ? 1 : -1)
    await setPrice(here, tokenOf('seller', seller), id, wanted)
    times.push(await staleTime(there, { id, seller, shownAt: [address] }, wanted))
  }
  return times
}

/** A block at one server, until the other no longer shows the blocked person those listings. */
async function crossBlocks({ here, there }: Ports, sizes: MarketSizes): Promise<number[]> {
  const times: number[] = []
  for (let pair = 0; pair < changes; pair++) {
    const { title } = await fetchJson<Listed>(there, `/api/books/${bookId(pair, sizes)}`)
    const list = `/api/books/buyer/books?${new URLSearchParams({ search: title })}`
    const isShown = async () => {
      const books = await fetchJson<Listed[]>(there, list, tokenOf('buyer', pair))
      return books.some(({ seller }) => seller._id === marketId('seller', pair))
    }
    if (!(await isShown())) throw new Error(`No book of seller ${pair} was found by ‘${title}’.`)
    const path = `/api/account/blocked-people/${marketId('buyer', pair)}`
    const request = { path, token: tokenOf('seller', pair), body: {} }
    await sendJson(here, { ...request, method: 'PUT' })
    const begun = performance.now()
    let staleFor = 0
    for (let sentAfter = 0; await isShown(); sentAfter = performance.now() - begun) {
      if (sentAfter > givenUpMs) throw new Error('A block didn’t cross.')
      staleFor = sentAfter
    }
    times.push(staleFor)
    await sendJson(here, { ...request, method: 'DELETE' })
  }
  return times
}

function rowOf(of: string, times: readonly number[]): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = percentile(sorted, 0.99)
  const figures = { figure: p99, p50: percentile(sorted, 0.5), p99 }
  return {
    of,
    unit: 'ms',
    ...figures,
    bars: [{ atMost: maxCrossingMs }],
    note: `${times.length} times`,
  }
}

export const nodes: BenchCase = {
  name: 'nodes',
  run: async (bench) => {
    const { settings } = bench
    const [books = 0] = sizesOf(settings, [10_000])
    return bench.withMarket(books, (market) =>
      bench.withFolder(async (folder) => {
        const { database, postgres, sizes } = market
        const other = await startServer(folder, postgres.urlOf(database))
        const ports = { here: market.port, there: other.port }
        try {
          return [
            rowOf('a message across', await crossMessages(ports, settings)),
            rowOf('a price across', await crossPrices(ports, sizes)),
            rowOf('a block across', await crossBlocks(ports, sizes)),
          ]
        } finally {
          await other.close()
        }
      }),
    )
  },
}
