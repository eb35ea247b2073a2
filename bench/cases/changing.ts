// Lists and shelves while sellers change prices: 0, 1, 5 and 20 changes a second.
import { fetchJson } from '#bench/load/bare.ts'
import {
  type ChangedBook,
  type ChangesMade,
  givenUpMs,
  lateMs,
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
import { drawShelves, findShelved } from './shelves.ts'

const mostChanges = 20
const changesPerSecond = [0, 1, 5, mostChanges]
const maxChangedBooks = 60

/** Which of the market's books has this id; its seller follows from that. */
const numbersOf = (sizes: MarketSizes): Map<string, number> =>
  new Map(Array.from({ length: sizes.books }, (_, book) => [bookId(book, sizes), book]))

type Kind = {
  draw: (lists: readonly string[]) => () => string
  /** Which other addresses show a book: those that none shows aren't changed. */
  findOthers?: (port: number) => Promise<Map<string, string[]>>
  /** What others look at after a change. */
  shownBy: string
}

/**
 * One book from each list that stays in its place whatever the price, in the order of the lists.
 */
async function findBooks(
  { port, sizes }: Market,
  addresses: readonly string[],
  others: Map<string, string[]> | undefined,
): Promise<ChangedBook[]> {
  const numbers = numbersOf(sizes)
  const found = new Map<string, ChangedBook>()
  for (const listAddress of addresses) {
    if (found.size === maxChangedBooks) break
    if (/sort=-?price/.test(listAddress)) continue
    const listed = await fetchJson<{ _id: string }[]>(port, listAddress)
    const isChosen = (id: string) => !found.has(id) && (!others || others.has(id))
    const id = listed.find(({ _id }) => isChosen(_id))?._id
    if (id === undefined) continue
    const seller = sellerOf(numbers.get(id) ?? 0, sizes)
    const shownAt = [`/api/books/${id}`, listAddress, ...(others?.get(id) ?? [])]
    found.set(id, { id, seller, shownAt })
  }
  return [...found.values()]
}

const describe = ({ p99, slowest }: ChangesMade) =>
  Number.isFinite(slowest)
    ? `others read the old price for at most ${slowest.toFixed(0)} ms (99 %: ${p99.toFixed(0)} ms)`
    : `others still read the old price after ${givenUpMs} ms`

const lateRow = (changes: readonly ChangesMade[], shownBy: string): Measured => ({
  of: `not shown within ${lateMs} ms by ${shownBy}`,
  figure: changes.reduce((sum, { late }) => sum + late, 0),
  outOf: changes.reduce((sum, { made }) => sum + made, 0),
  unit: 'changes',
  bars: [{ atMost: 0 }],
})

async function measure(bench: Bench, { draw, findOthers, shownBy }: Kind): Promise<Measured[]> {
  const [books = 0] = sizesOf(bench.settings, [100_000])
  return bench.withMarket(books, async (market) => {
    const lists = await listAddresses(market.port, 8)
    const changed = await findBooks(market, lists, await findOthers?.(market.port))
    const tokens = await logInSellers(market.port, changed)
    const next = draw(lists)
    const measureAt = async (perSecond: number) => {
      const stop = perSecond && startChanges(market.port, perSecond, changed, tokens)
      const load = await measureLoad(market, bench.settings, next)
      return { load, made: stop ? await stop() : undefined }
    }
    // Not counted: a connection plans the first five uses of each statement, which a server that
    // has run for a while has behind it.
    await measureAt(mostChanges)
    const rows: Measured[] = []
    const changes: ChangesMade[] = []
    for (const perSecond of changesPerSecond) {
      const { load, made } = await measureAt(perSecond)
      const row = rowOf(
        perSecond === 0 ? 'quiet' : `${perSecond} change${perSecond === 1 ? '' : 's'} a second`,
        load,
      )
      const quiet = rows[0]?.figure
      if (made) changes.push(made)
      rows.push({
        ...row,
        ...(quiet !== undefined && { beside: { name: 'quiet', figure: quiet } }),
        ...(made && { note: describe(made) }),
        ...(perSecond === mostChanges && { bars: [{ share: 0.8 }] }),
      })
    }
    return [...rows, lateRow(changes, shownBy)]
  })
}

export const listsChanging: BenchCase = {
  name: 'lists-changing',
  run: (bench) => measure(bench, { draw: drawAddress, shownBy: 'the book and a list' }),
}

export const shelvesChanging: BenchCase = {
  name: 'shelves-changing',
  run: (bench) =>
    measure(bench, {
      draw: drawShelves,
      findOthers: findShelved,
      shownBy: 'the book, a list and its shelves',
    }),
}
