// Books of lists, cached one by one: after a change of one of them only that one is read again.
import { Book, ShelfBook } from '#contract/books/books.ts'
import { marketTopics } from '#contract/common/endpoint.ts'
import { marketCacheSeconds } from '#server/books/policy.ts'
import { type BookRow, findListedRows, toBook } from '#server/books/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Dependencies } from '#server/platform/cache/dependencies.ts'
import {
  type CachedResponse,
  cachedJson,
  type WrittenJson,
} from '#server/platform/http/responses/cached-response.ts'
import { absentBookDependencies, bookTags } from './dependencies.ts'
import type { ShelvesOrder } from './shelves.ts'

export type CachedBook = {
  id: string
  tags: readonly string[]
  json: string
  /** Only with its cover: there are hundreds of books on the shelves. */
  shelfJson: () => string
}

function toCachedBook(row: BookRow): CachedBook {
  const book = Book.parse(toBook(row))
  const json = JSON.stringify(book)
  // Written for the first shelf that shows it: most books are only on lists. From the text, so that
  // the book itself isn't cached beside it; not weighed, because it is a tenth of what is.
  let shelfJson: string | undefined
  const writeForShelf = () => {
    const written = JSON.parse(json) as Book
    return JSON.stringify(ShelfBook.parse({ ...written, images: written.images.slice(0, 1) }))
  }
  return {
    id: book._id,
    tags: bookTags([row]),
    json,
    shelfJson: () => {
      shelfJson ??= writeForShelf()
      return shelfJson
    },
  }
}

export const writeBooks = (books: readonly CachedBook[]): string =>
  `[${books.map(({ json }) => json).join()}]`

export const idsOfShelves = ({ recommended, bestsellers, branches }: ShelvesOrder): string[] => [
  ...new Set([...recommended, ...bestsellers, ...branches.flatMap(({ ids }) => ids)]),
]

export function writeShelves(books: readonly CachedBook[], order: ShelvesOrder): string {
  const byId = new Map(books.map((book) => [book.id, book.shelfJson]))
  const shelf = (ids: readonly string[]) =>
    `[${ids.flatMap((id) => byId.get(id)?.() ?? []).join()}]`
  const branches = order.branches.map(({ branch, total, isMinimum, ids }) => {
    const minimum = isMinimum ? '"isMinimum":true,' : ''
    return `{"branch":${JSON.stringify(branch)},"total":${total},${minimum}"books":${shelf(ids)}}`
  })
  const top = `"recommended":${shelf(order.recommended)},"bestsellers":${shelf(order.bestsellers)}`
  return `{${top},"branches":[${branches.join()}]}`
}

type CachedList<Order> = {
  findOrder: () => Promise<Order>
  dependenciesOf: (order: Order) => Dependencies
  idsOf: (order: Order) => readonly string[]
  write: (books: readonly CachedBook[], order: Order) => WrittenJson
}

export function createCachedBooks({ db, cache }: Pick<AppContext, 'db' | 'cache'>) {
  let waiting: { ids: string[]; books: Promise<Map<string, BookRow>> } | undefined

  async function readWaiting(): Promise<Map<string, BookRow>> {
    // Until all that is asked for at this moment is known.
    await Promise.resolve()
    const ids = waiting?.ids ?? []
    waiting = undefined
    const rows = await findListedRows(db, ids)
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function read(id: string): Promise<CachedBook | undefined> {
    waiting ??= { ids: [], books: readWaiting() }
    waiting.ids.push(id)
    const row = (await waiting.books).get(id)
    return row && toCachedBook(row)
  }

  const find = (id: string) =>
    cache.getOrCompute(
      `listed book ${id}`,
      {
        topics: marketTopics,
        maxAgeSeconds: marketCacheSeconds,
        dependenciesOf: (book) => (book ? { tags: book.tags } : absentBookDependencies(id)),
      },
      () => read(id),
    )
  async function findAll(ids: readonly string[]): Promise<CachedBook[]> {
    const books = await Promise.all(ids.map(find))
    return books.filter((book) => book !== undefined)
  }
  return {
    /** A response of books. Their order is cached apart: most changes leave it alone. */
    list: <Order>(
      key: string,
      { findOrder, dependenciesOf, idsOf, write }: CachedList<Order>,
    ): CachedResponse<never> =>
      cachedJson(key, marketCacheSeconds, async () => {
        const options = { topics: marketTopics, maxAgeSeconds: marketCacheSeconds, dependenciesOf }
        const order = await cache.getOrCompute(`order of ${key}`, options, findOrder)
        const books = await findAll(idsOf(order))
        const { tags, ...dependencies } = dependenciesOf(order)
        const allTags = [...tags, ...new Set(books.flatMap((book) => book.tags))]
        return { value: write(books, order), dependencies: { ...dependencies, tags: allTags } }
      }),
  }
}
