// Lists, books, searches and pages over HTTP, beside `node:http` that sends the same bytes, and
// beside `pgbench`.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, atRate, type Figures, inTurns, measure, type Row, requestAll } from '#bench/load.ts'
import { megabytesOf, type Program, startServer } from '#bench/machine/processes.ts'
import type { Bench, Side } from '#bench/market.ts'

const bareAnswers = 20
const searchRate = 100
const changesPerSecond = 20
/** Requests of a second's turn where none is made twice, in all. */
const perTurn = { books: 800, searches: 250, pages: 80, oneAtATime: 50 }

const sum = (number: number) => number.toLocaleString('en')
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
/** By Zipf's law: the second comes half as often as the first, the third a third as often. */
const pickByZipf = <T>(from: readonly T[]): T =>
  from[Math.floor((from.length + 1) ** Math.random()) - 1] as T
const many = <T>(length: number, make: () => T): T[] => Array.from({ length }, make)
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
/** Takes so many from the rest of them; none is taken twice. */
const taking = <T>(all: readonly T[], count: number) => {
  const rest = shuffled(all)
  return (): T[] => {
    if (rest.length < count) throw new Error('The market is too small for so many turns.')
    return rest.splice(0, count)
  }
}
const turnOf = ({ settings }: Bench, each: number) => Math.ceil(settings.seconds * each)
const lists = '/api/books/buyer/books'
const listOf = (query: Record<string, string | number>) =>
  `${lists}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))}`

type Load = { again: boolean; connections?: number }

/** What servers and a bare one do with the same addresses, over and over or each of them once. */
async function besideBare(
  bench: Bench,
  books: number,
  what: string,
  draw: () => string[],
  { again, connections = bench.settings.connections }: Load,
  others: Record<string, () => Promise<Figures>> = {},
): Promise<Row[]> {
  const { runs, seconds } = bench.settings
  const sides = await bench.sidesOf(books)
  const bare = await bench.startBare(sides[0], draw().slice(0, bareAnswers))
  const requests = (program: Program, isAgain: boolean) => (addresses: string[]) =>
    measure(program, () =>
      requestAll(program, addresses, { connections, ...(isAgain && { seconds }) }),
    )
  return inTurns(what, runs, draw, {
    ...Object.fromEntries(sides.map((side) => [side.name, requests(side, again)])),
    'bare node:http': requests(bare, true),
    ...others,
  }).finally(bare.close)
}

async function listAddresses(bench: Bench, side: Side): Promise<string[]> {
  const rows = await bench.query<{ branch: string }>(side, 'select distinct branch from books')
  const branches = [{}, ...rows.map(({ branch }) => ({ branch }))]
  return branches.flatMap((filter) =>
    ['newest', 'price', '-price', 'rating'].flatMap((sort) =>
      [8, 20].map((limit) => listOf({ ...filter, sort, limit })),
    ),
  )
}

export async function measureLists(bench: Bench): Promise<Row[]> {
  const { usual } = bench.settings.books
  const [side] = await bench.sidesOf(usual)
  const all = await listAddresses(bench, side)
  const draw = () => many(2000, () => pickByZipf(all))
  return besideBare(bench, usual, `cached, ${sum(usual)} books`, draw, { again: true })
}

/** Sellers change the prices of books that lists show, until the returned function is called. */
async function changePrices(bench: Bench, side: Side, addresses: readonly string[]) {
  const shown = new Set<string>()
  for (const address of addresses)
    for (const { _id } of JSON.parse((await ask(side, address)).body).slice(0, 1)) shown.add(_id)
  const books = await bench.query<{ id: string; seller_id: string; price: number }>(
    side,
    `select id, seller_id, price / 100 as price from books where id in ('${[...shown].join("', '")}')`,
  )
  const working: Promise<unknown>[] = []
  let changes = 0
  const timer = setInterval(() => {
    const { id, seller_id, price } = books[changes % books.length] as (typeof books)[number]
    const body = JSON.stringify({ price: price - (Math.floor(changes++ / books.length) % 2) })
    const change = fetch(`http://127.0.0.1:${side.port}/api/books/seller/books/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${seller_id}`, 'content-type': 'application/json' },
      body,
    }).then(async (response) => {
      if (!response.ok) throw new Error(`A price wasn't changed: ${await response.text()}`)
    })
    change.catch(() => {})
    working.push(change)
  }, 1000 / changesPerSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(working)
  }
}

export async function measureListsChanging(bench: Bench): Promise<Row[]> {
  const { connections, runs, seconds, books } = bench.settings
  const sides = await bench.sidesOf(books.usual)
  const all = await listAddresses(bench, sides[0])
  const draw = () => many(2000, () => pickByZipf(all))
  const turn = (side: Side, changes: boolean) => async (addresses: string[]) => {
    const stop = changes ? await changePrices(bench, side, all) : undefined
    const figures = await measure(side, () => requestAll(side, addresses, { connections, seconds }))
    await stop?.()
    return figures
  }
  const changing = sides.map((side) => [side.name, turn(side, true)])
  const quiet = sides.map((side) => [`${side.name}, quiet`, turn(side, false)])
  const what = `${changesPerSecond} changes a second, ${sum(books.usual)} books`
  return inTurns(what, runs, draw, Object.fromEntries([...changing, ...quiet]))
}

async function drawBooks(bench: Bench, side: Side): Promise<string[]> {
  const rows = await bench.query<{ id: string }>(
    side,
    `select id from books order by md5(id::text) limit ${bench.settings.books.usual}`,
  )
  return rows.map(({ id }) => id)
}

export async function measureBook(bench: Bench): Promise<Row[]> {
  const { connections, books } = bench.settings
  const [side] = await bench.sidesOf(books.usual)
  const addresses = (await drawBooks(bench, side)).map((id) => `/api/books/${id}`)
  const some = addresses.splice(0, addresses.length / 10)
  const script = `\\set number random(1, ${books.usual})
select * from books where id = bench_id(3, :number);\n`
  const what = `${sum(books.usual)} books`
  const rows = await besideBare(
    bench,
    books.usual,
    `uncached, ${what}`,
    taking(addresses, turnOf(bench, perTurn.books)),
    { again: false },
    { pgbench: () => bench.pgbench(side, script, connections) },
  )
  const draw = () => many(5000, () => pickByZipf(some))
  return [
    ...rows,
    ...(await besideBare(bench, books.usual, `cached, ${what}`, draw, { again: true })),
  ]
}

type Kind = 'rare' | 'common' | 'misspelt'

/** Draws words that some title has; in `rare` and `misspelt` one that few have. */
async function searchWords(bench: Bench, side: Side) {
  const titles = await bench.query<{ name: string; subject: string; author: string }>(
    side,
    `select distinct lower(substring(title from '(\\w+) ' || genre)) as name,
       lower(split_part(genre, ' ', 1)) as subject, lower(split_part(author, ' ', 2)) as author
     from books where title ~ ('[a-z]{6,} ' || genre) limit 20000`,
  )
  return (kind: Kind): string => {
    const { name, subject, author } = pick(titles)
    if (kind === 'common') return `${subject} ${author}`
    if (kind === 'rare') return name
    const at = 1 + Math.floor(Math.random() * (name.length - 2))
    return `${name.slice(0, at)}${pick([...'aeiou'])}${name.slice(at + 1)}`
  }
}

/** A search that nobody has made, because of its price. */
const newSearch = (search: string) =>
  listOf({ search, limit: 20, maxPrice: 2000 + Math.floor(Math.random() * 90_000) })

/** PostgreSQL's own search of the same words, in a table without anything else. */
async function besideTextSearch(bench: Bench, side: Side, words: string[], connections: number) {
  await bench.query(
    side,
    `create table if not exists bench_texts as
       select id, to_tsvector('simple', title || ' ' || author) as words from books;
     create index if not exists bench_texts_words on bench_texts using gin (words);
     analyze bench_texts`,
  )
  const script = `\\set number random(1, ${words.length})
select id from bench_texts
  where words @@ plainto_tsquery('simple', (array['${words.join("', '")}'])[:number])
  order by id desc limit 20;\n`
  return () => bench.pgbench(side, script, connections)
}

export async function measureSearch(bench: Bench): Promise<Row[]> {
  const { connections, runs, seconds, books } = bench.settings
  const sides = await bench.sidesOf(books.usual)
  const drawWords = await searchWords(bench, sides[0])
  const rows: Row[] = []
  for (const kind of ['rare', 'common', 'misspelt'] as const) {
    const words = many(100, () => drawWords(kind))
    const pgbench = await besideTextSearch(bench, sides[0], words, connections)
    const draw = () => many(turnOf(bench, perTurn.searches), () => newSearch(drawWords(kind)))
    const what = `${kind} words, uncached, ${sum(books.usual)} books`
    rows.push(...(await besideBare(bench, books.usual, what, draw, { again: false }, { pgbench })))
  }
  const kinds = ['rare', 'common', 'misspelt'] as const
  const draw = () => many(Math.ceil(searchRate * seconds), () => newSearch(drawWords(pick(kinds))))
  const bare = await bench.startBare(sides[0], draw().slice(0, bareAnswers))
  const programs = [...sides, { ...bare, name: 'bare node:http' }]
  const steady = (program: Program) => (addresses: string[]) =>
    measure(program, () =>
      atRate(searchRate, seconds, (number) => ask(program, addresses[number] as string)),
    )
  const what = `all three, uncached, ${searchRate} a second`
  const turns = Object.fromEntries(programs.map((program) => [program.name, steady(program)]))
  return [...rows, ...(await inTurns(what, runs, draw, turns).finally(bare.close))]
}

export async function measurePages(bench: Bench): Promise<Row[]> {
  const { usual } = bench.settings.books
  const [side] = await bench.sidesOf(usual)
  const books = (await drawBooks(bench, side)).map((id) => `/buyer/book/${id}`)
  const drawWords = await searchWords(bench, side)
  const count = turnOf(bench, perTurn.pages)
  const rendered = async (what: string, draw: () => string[]) =>
    besideBare(bench, usual, `${what}, rendered`, draw, { again: false })
  const cached = async (what: string, address: string) =>
    besideBare(bench, usual, `${what}, cached`, () => [address], { again: true })
  const newExplore = () => newSearch(drawWords('rare')).replace(lists, '/books')
  return [
    ...(await rendered('book', taking(books, count))),
    ...(await rendered('Explore', () => many(count, newExplore))),
    ...(await cached('book', books[0] as string)),
    ...(await cached('front page', '/')),
  ]
}

export async function measureMillion(bench: Bench): Promise<Row[]> {
  const { many: size } = bench.settings.books
  const [side] = await bench.sidesOf(size)
  const drawWords = await searchWords(bench, side)
  const all = await listAddresses(bench, side)
  const count = turnOf(bench, perTurn.oneAtATime)
  const one = { again: false, connections: 1 }
  const words = many(100, () => drawWords(pick(['rare', 'common'])))
  const searches = await besideBare(
    bench,
    size,
    `searches one at a time, uncached, ${sum(size)} books`,
    () => many(count, () => newSearch(drawWords(pick(['rare', 'common', 'misspelt'])))),
    one,
    { pgbench: await besideTextSearch(bench, side, words, 1) },
  )
  const newList = () =>
    `${pick(all)}&minPrice=${50 + Math.floor(Math.random() * 300)}&rentable=true`
  const script = `\\set price random(5000, 35000)
select id from books where branch = 'Science' and price >= :price and is_rentable
  and deleted_at is null and available > 0 order by id desc limit 20;\n`
  const filtered = await besideBare(
    bench,
    size,
    `filtered lists one at a time, uncached, ${sum(size)} books`,
    () => many(count, newList),
    one,
    { pgbench: () => bench.pgbench(side, script, 1) },
  )
  return [...searches, ...filtered]
}

const settleMs = 2000

/** Resident memory a while after the first readers came. */
async function memoryOf(server: Program, settle: number): Promise<Figures> {
  const [first] = JSON.parse((await ask(server, listOf({ limit: 8 }))).body)
  for (const address of ['/', '/books', ...(first ? [`/buyer/book/${first._id}`] : [])])
    await ask(server, address)
  await sleep(settle)
  const megabytes = megabytesOf(server.pid)
  await server.close()
  return { megabytes }
}

export async function measureMemory(bench: Bench): Promise<Row[]> {
  const { runs, seconds, demo, books } = bench.settings
  const settle = Math.min(settleMs, seconds * 1000)
  const sides = await bench.sidesOf(books.few)
  const bare = async () => memoryOf(await bench.startBare(sides[0], [listOf({ limit: 8 })]), settle)
  const stored = async ({ folder, name, database }: Side) => {
    const env = { DATA_DIR: await bench.makeFolder(), DATABASE_URL: bench.urlOf(database) }
    const start = () => startServer(folder, { ...env, DEMO: '0' })
    return [name, async () => memoryOf(await start(), settle)] as const
  }
  const embedded = async ({ folder, name }: Side) => {
    const env = { DATA_DIR: await bench.makeFolder(), DATABASE_URL: '' }
    const start = () => startServer(folder, { ...env, DEMO: demo ? '1' : '0' })
    return [name, async () => memoryOf(await start(), settle)] as const
  }
  const measureAll = async (what: string, all: ReturnType<typeof stored>[]) =>
    inTurns(what, runs, () => undefined, {
      ...Object.fromEntries(await Promise.all(all)),
      'bare node:http': bare,
    })
  return [
    ...(await measureAll(`PostgreSQL, ${sum(books.few)} books`, sides.map(stored))),
    ...(await measureAll('embedded, demo market', sides.map(embedded))),
  ]
}
