import { fetchAnswer, startBare } from '#bench/load/bare.ts'
import { zipf } from '#bench/load/zipf.ts'
import { bookSorts } from '#contract/books/book-forms.ts'
import { branches } from '#contract/books/branches.ts'
import { seeded } from '#server/demo/random.ts'
import {
  type BenchCase,
  besideBare,
  inThousands,
  measureLoad,
  rowOf,
  sizesOf,
} from './bench-case.ts'

const addresses = 200
const books = '/api/books/buyer/books'

/** The list after a page, from the header `Link`; undefined after the last one. */
const nextPage = (link: string | undefined): string | undefined =>
  /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '')

/**
 * 200 lists: each branch and all together, in each order, with their second pages; all books, the
 * newest first, come before the rest in a drawn order.
 */
export async function listAddresses(port: number, limit: number): Promise<string[]> {
  const first = ['', ...branches].flatMap((branch) =>
    bookSorts.map((sort) => {
      const query = { ...(branch && { branch }), sort, limit: String(limit) }
      return `${books}?${new URLSearchParams(query)}`
    }),
  )
  const [newest = '', ...others] = first
  const second: string[] = []
  for (const address of first) {
    const next = nextPage((await fetchAnswer(port, address)).headers.link)
    if (next !== undefined) second.push(next)
  }
  const shuffled = seeded('bench lists').shuffle([...others, ...second])
  return [newest, ...shuffled].slice(0, addresses)
}

/** Draws one of them by Zipf's law, the same ones in each run. */
export function drawAddress(all: readonly string[]): () => string {
  const draw = zipf(all.length, seeded('bench addresses'))
  return () => all[draw()] as string
}

const listCase = (limit: number): BenchCase => ({
  name: `lists-${limit}`,
  run: async (bench) => {
    const rows = []
    for (const books of sizesOf(bench.settings, [10_000, 100_000]))
      rows.push(
        await bench.withMarket(books, async (market) => {
          const all = await listAddresses(market.port, limit)
          const next = drawAddress(all)
          const result = await measureLoad(market, bench.settings, next)
          const beside = await besideBare(bench.settings, () => startBare(market.port, all), next)
          return { ...rowOf(inThousands(books), result), beside, bars: [{ share: 0.5 }] }
        }),
      )
    return rows
  },
})

export const lists8 = listCase(8)
export const lists20 = listCase(20)
