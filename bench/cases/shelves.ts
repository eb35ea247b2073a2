import { startBare } from '#bench/load/bare.ts'
import { fetchShown } from '#bench/load/changes.ts'
import { branches } from '#contract/books/branches.ts'
import {
  type BenchCase,
  besideBare,
  inThousands,
  measureLoad,
  rowOf,
  sizesOf,
} from './bench-case.ts'
import { drawAddress } from './lists.ts'

const shelves = '/api/books/shelves'
const addresses = [
  shelves,
  ...branches.map((branch) => `${shelves}?${new URLSearchParams({ branch })}`),
]

export const drawShelves = (): (() => string) => drawAddress(addresses)

/** For each book that is on shelves, the addresses of these. */
export async function findShelved(port: number): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const address of addresses) {
    const books = await fetchShown(port, address)
    for (const id of new Set(books.map(({ _id }) => _id)))
      found.set(id, [...(found.get(id) ?? []), address])
  }
  return found
}

export const shelvesCase: BenchCase = {
  name: 'shelves',
  run: async (bench) => {
    const rows = []
    for (const books of sizesOf(bench.settings, [10_000, 100_000]))
      rows.push(
        await bench.withMarket(books, async (market) => {
          const next = drawShelves()
          const result = await measureLoad(market, bench.settings, next)
          const start = () => startBare(market.port, addresses)
          return {
            ...rowOf(inThousands(books), result),
            beside: await besideBare(bench.settings, start, next),
          }
        }),
      )
    return rows
  },
}
