// Lists and shelves while sellers change prices: 0, 1, 5 and 20 changes a second.
import { fetchJson } from '#bench/load/bare.ts'
import {
  type ChangedBook,
  type ChangesMade,
  logInSellers,
  startChanges,
} from '#bench/load/changes.ts'
import { bookId, type MarketSizes, sellerOf } from '#bench/market/ids.ts'
import {
  type Bench,
  type BenchCase,
  type Market,
  type Measured,
  measureLoad,
  rowOf,
  sizesOf,
} from './bench-case.ts'
import { drawAddress, listAddresses } from './lists.ts'
import { drawShelves } from './shelves.ts'

const changesPerSecond = [0, 1, 5, 20]
const maxChangedBooks = 60

/** Which of the market's books has this id; its seller follows from that. */
const numbersOf = (sizes: MarketSizes): Map<string, number> =>
  new Map(Array.from({ length: sizes.books }, (_, book) => [bookId(book, sizes), book]))

/**
 * One book from each list that stays in its place whatever the price, in the order of the lists.
 */
async function findBooks(
  { port, sizes }: Market,
  addresses: readonly string[],
): Promise<ChangedBook[]> {
  const numbers = numbersOf(sizes)
  const found = new Map<string, ChangedBook>()
  for (const listAddress of addresses) {
    if (found.size === maxChangedBooks) break
    if (/sort=-?price/.test(listAddress)) continue
    const listed = await fetchJson<{ _id: string }[]>(port, listAddress)
    const id = listed.find(({ _id }) => !found.has(_id))?._id
    if (id === undefined) continue
    const seller = sellerOf(numbers.get(id) ?? 0, sizes)
    found.set(id, { id, seller, listAddress })
  }
  return [...found.values()]
}

const describe = ({ made, late, p99, slowest }: ChangesMade) =>
  `${made} changes; others read the old price for at most ${slowest.toFixed(0)} ms (99 %: ${p99.toFixed(0)} ms), ${late} times for more than 200 ms`

async function measure(
  bench: Bench,
  drawFor: (market: Market, lists: readonly string[]) => () => string,
): Promise<Measured[]> {
  const [books = 0] = sizesOf(bench.settings, [100_000])
  return bench.withMarket(books, async (market) => {
    const lists = await listAddresses(market.port, 8)
    const changed = await findBooks(market, lists)
    const tokens = await logInSellers(market.port, changed)
    const next = drawFor(market, lists)
    const rows: Measured[] = []
    for (const perSecond of changesPerSecond) {
      const stop = perSecond && startChanges(market.port, perSecond, changed, tokens)
      const row = rowOf(
        perSecond === 0 ? 'quiet' : `${perSecond} change${perSecond === 1 ? '' : 's'} a second`,
        await measureLoad(market, bench.settings, next),
      )
      const quiet = rows[0]?.figure
      rows.push({
        ...row,
        ...(quiet !== undefined && { beside: { name: 'quiet', figure: quiet } }),
        ...(stop && { note: describe(await stop()) }),
        ...(perSecond === changesPerSecond.at(-1) && { bars: [{ share: 0.8 }] }),
      })
    }
    return rows
  })
}

export const listsChanging: BenchCase = {
  name: 'lists-changing',
  run: (bench) => measure(bench, (_, lists) => drawAddress(lists)),
}

export const shelvesChanging: BenchCase = {
  name: 'shelves-changing',
  run: (bench) => measure(bench, () => drawShelves()),
}
