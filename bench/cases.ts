import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, atRate, type Figures, inTurns, measure, type Row, requestAll } from './load.ts'
import { megabytesOf, type Program, startServer } from './machine/processes.ts'
import type { Bench, Kind, Market, Settings, Side } from './market.ts'
import { measureLive, measureMessages } from './sockets.ts'

/** A case sends the same requests to each server and to a bare `node:http` server, in turns. */
type HttpCase = {
  what: string
  /** Returns the URLs of a turn. Each is requested once, or repeatedly if `cached`. */
  draw: (market: Market, seconds: number) => string[]
  cached?: true
  size?: keyof Settings['books']
  connections?: number
  /**
   * Requests per second. If it is missing, each connection sends its next request after a response.
   */
  rate?: number
  /** Starts work that runs during the requests. Returns a function that ends it. */
  during?: (side: Side, market: Market) => Promise<() => Promise<void>>
  script?: (market: Market) => string
}

const [bareAnswers, changesPerSecond, changedBooks, settleMs] = [20, 20, 30, 2000]

const many = <T>(length: number, make: () => T): T[] => Array.from({ length }, make)
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
/** Picks roughly by Zipf's law: the k-th item about 1/k as often as the first. */
const pickByZipf = <T>(from: readonly T[]): T =>
  from[Math.floor((from.length + 1) ** Math.random()) - 1] as T

const listOf = (query: Record<string, string>) =>
  `/api/books/buyer/books?${new URLSearchParams(query)}`
const lists = ({ branches }: Market): string[] =>
  [{}, ...branches.map((branch) => ({ branch }))].flatMap((filter) =>
    ['newest', 'price', '-price', 'rating'].flatMap((sort) =>
      ['8', '20'].map((limit) => listOf({ ...filter, sort, limit })),
    ),
  )
const drawLists = (market: Market) => many(2000, () => pickByZipf(lists(market)))

/** A random price, so that the response isn't cached. */
const anyPrice = () => String(Math.floor(2000 + Math.random() * 90_000))
const kinds = ['rare', 'common', 'misspelt'] as const
const drawSearches =
  (perSecond: number, kinds: readonly Kind[], page = listOf({})) =>
  ({ searches }: Market, seconds: number) =>
    many(Math.ceil(perSecond * seconds), () => {
      const search = pick(searches)[pick(kinds)]
      return `${page}${new URLSearchParams({ search, limit: '20', maxPrice: anyPrice() })}`
    })
/** A pgbench script that uses PostgreSQL's own text search, on a separate table. */
const textSearch =
  (kind: Kind) =>
  ({ searches }: Market) =>
    `\\set number random(1, ${searches.length})
select id from bench_texts where words @@ plainto_tsquery('simple',
  (select ${kind} from bench_searches where number = :number)) order by id desc limit 20;\n`

/** Takes books that haven't been requested before, and returns their paths. */
const takeBooks = (page: string, perSecond: number) => (market: Market, seconds: number) => {
  const ids = market.bookIds.splice(0, Math.ceil(perSecond * seconds))
  if (ids.length < perSecond * seconds) throw new Error('The market has too few books for this.')
  return ids.map((id) => `${page}/${id}`)
}
const drawBooks = ({ bookIds }: Market) => many(5000, () => `/api/books/${pickByZipf(bookIds)}`)
const readBook = ({ books }: Market) => `\\set number random(1, ${books})
select * from books where id = bench_id(3, :number);\n`

/** Another address than the readers', because a writer's address gets no outdated response. */
const writersAddress = '127.0.0.2'

async function changePrice({ port }: Side, id: string, sellerId: string, price: number) {
  const request = http.request({
    port,
    path: `/api/books/seller/books/${id}`,
    method: 'PUT',
    localAddress: writersAddress,
    headers: { authorization: `Bearer ${sellerId}`, 'content-type': 'application/json' },
  })
  request.end(JSON.stringify({ price }))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(`A price wasn't changed: ${body}`)
}

/**
 * Changes the prices of the newest books as their sellers, until the returned function is called. A
 * seller's token is their id.
 */
async function changePrices(side: Side, { query }: Market): Promise<() => Promise<void>> {
  const books = await query<{ id: string; seller_id: string; price: number }>(
    `select id, seller_id, price / 100 as price from books order by id desc limit ${changedBooks}`,
  )
  const change = async (number: number): Promise<void> => {
    const { id, seller_id, price } = books[number % books.length] as (typeof books)[number]
    await changePrice(side, id, seller_id, price - (Math.floor(number / books.length) % 2))
  }
  const working: Promise<void>[] = []
  const timer = setInterval(() => working.push(change(working.length)), 1000 / changesPerSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(working)
  }
}

const httpCases: Record<string, HttpCase[]> = {
  lists: [{ what: 'cached', draw: drawLists, cached: true }],
  'lists-changing': [
    { what: '20 changes a second', draw: drawLists, cached: true, during: changePrices },
  ],
  book: [
    { what: 'uncached', draw: takeBooks('/api/books', 800), script: readBook },
    { what: 'cached', draw: drawBooks, cached: true },
  ],
  search: [
    ...kinds.map((kind) => ({
      what: `${kind} words, uncached`,
      draw: drawSearches(250, [kind]),
      script: textSearch(kind),
    })),
    { what: 'all kinds, uncached, 100 a second', draw: drawSearches(100, kinds), rate: 100 },
  ],
  pages: [
    { what: 'book, rendered', draw: takeBooks('/buyer/book', 80) },
    { what: 'Explore, rendered', draw: drawSearches(80, ['rare'], '/books?') },
    { what: 'front page, cached', draw: () => ['/'], cached: true },
  ],
}
const oneAtATime = { size: 'many', connections: 1 } as const
const million: HttpCase[] = [
  {
    ...oneAtATime,
    what: 'searches one at a time, uncached',
    draw: drawSearches(50, kinds),
    script: textSearch('rare'),
  },
  {
    ...oneAtATime,
    what: 'filtered lists one at a time, uncached',
    draw: (market, seconds) =>
      many(Math.ceil(50 * seconds), () => `${pick(lists(market))}&maxPrice=${anyPrice()}`),
    script: () => `\\set price random(200000, 9000000)
select id from books where branch = 'Science' and price <= :price
  and deleted_at is null and available > 0 order by id desc limit 20;\n`,
  },
]

async function measureHttp(bench: Bench, one: HttpCase): Promise<Row[]> {
  const { runs, seconds } = bench.settings
  const { connections = bench.settings.connections, rate, script } = one
  const market = await bench.open(one.size ?? 'usual')
  const prepare = () => one.draw(market, seconds)
  const bare = await bench.startBare(market.sides[0], prepare().slice(0, bareAnswers))
  const request = (program: Program, addresses: string[], cached: boolean) =>
    measure(program, () =>
      rate === undefined
        ? requestAll(program, addresses, { connections, ...(cached && { seconds }) })
        : atRate(rate, seconds, (number) => ask(program, addresses[number] as string)),
    )
  const turn = (side: Side) => async (addresses: string[]) => {
    const stop = await one.during?.(side, market)
    return request(side, addresses, one.cached ?? false).finally(stop)
  }
  return inTurns(`${one.what}, ${market.books.toLocaleString('en')} books`, runs, prepare, {
    ...Object.fromEntries(market.sides.map((side) => [side.name, turn(side)])),
    'bare node:http': (addresses: string[]) => request(bare, addresses, true),
    ...(script && { pgbench: () => bench.pgbench(script(market), connections) }),
  }).finally(bare.close)
}

async function measureMemory(bench: Bench): Promise<Row[]> {
  const { runs, seconds, demo } = bench.settings
  const { books, sides } = await bench.open('few')
  const visit = (start: () => Promise<Program>) => async (): Promise<Figures> => {
    const server = await start()
    for (const address of ['/', '/books', listOf({ limit: '8' })]) await ask(server, address)
    await sleep(Math.min(settleMs, seconds * 1000))
    const megabytes = megabytesOf(server.pid)
    await server.close()
    return { megabytes }
  }
  const bare = visit(() => bench.startBare(sides[0], ['/']))
  const rows: Row[] = []
  for (const [what, isEmbedded] of [
    [`PostgreSQL, ${books} books`, false],
    ['embedded, demo market', true],
  ] as const) {
    const turns: Record<string, () => Promise<Figures>> = {}
    for (const { name, folder, databaseUrl } of sides) {
      const [own, url] = [await bench.makeFolder(), isEmbedded ? '' : databaseUrl]
      turns[name] = visit(() => startServer(folder, own, url, isEmbedded && demo))
    }
    rows.push(...(await inTurns(what, runs, () => undefined, { ...turns, 'bare node:http': bare })))
  }
  return rows
}

const measureAll = (all: HttpCase[]) => async (bench: Bench) => {
  const rows: Row[] = []
  for (const one of all) rows.push(...(await measureHttp(bench, one)))
  return rows
}

/**
 * The cases. Those that use the same market are in sequence, because opening a market takes long.
 */
export const cases: Record<string, (bench: Bench) => Promise<Row[]>> = {
  ...Object.fromEntries(Object.entries(httpCases).map(([name, all]) => [name, measureAll(all)])),
  messages: measureMessages,
  live: measureLive,
  million: measureAll(million),
  memory: measureMemory,
}
