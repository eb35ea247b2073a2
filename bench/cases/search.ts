import { pgbenchScripts } from '#bench/machine/pgbench.ts'
import { rareWord } from '#bench/market/titles.ts'
import { beginnings, lastNames, subjects } from '#bench/market/words.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import {
  type BenchCase,
  inThousands,
  type Market,
  type Measured,
  measureLoad,
  rowOf,
  type Settings,
  sizesOf,
} from './bench-case.ts'

export const pageSize = 20
const scripts = 20

const allSubjects = [...new Set(Object.values(subjects).flat())].flatMap((name) => name.split(' '))

/** Draws what people search for. */
export const searchesOf = {
  /** A word of a few titles. */
  rare: (random: Random) => rareWord(random.pick).toLowerCase(),
  /** Two words that hundreds of titles have. */
  common: (random: Random) =>
    `${random.pick(allSubjects)} ${random.pick([...lastNames, ...beginnings])}`.toLowerCase(),
  /** Letters that no title has in this order. */
  'never made': (random: Random) =>
    Array.from({ length: 8 }, () => random.pick([...'qxzwfjk'])).join(''),
} as const
type Kind = keyof typeof searchesOf

/**
 * Where these were set, pgbench got so many bare trigram searches a second: 5,900 of rare words,
 * 960 of common ones.
 */
const bars: Record<Kind, { figure: number; pgbench: number }> = {
  rare: { figure: 1500, pgbench: 5900 },
  common: { figure: 600, pgbench: 960 },
  'never made': { figure: 1000, pgbench: 5900 },
}

const quoted = (text: string) => text.replaceAll("'", "''")

/** The search without anything around it: the newest books that contain each word. */
const bareSearch = (text: string) =>
  `select id from books where ${text
    .split(' ')
    .map((word) => `search_text like '%${quoted(word)}%'`)
    .join(' and ')} and deleted_at is null and available > 0 order by id desc limit ${pageSize};\n`

async function measureKind(kind: Kind, market: Market, settings: Settings): Promise<Measured> {
  const random = seeded(`bench search ${kind}`)
  const next = () => {
    const query = { search: searchesOf[kind](random), limit: String(pageSize) }
    return `/api/books/buyer/books?${new URLSearchParams(query)}`
  }
  const result = await measureLoad(market, settings, next)
  const figure = await pgbenchScripts(
    market.postgres.urlOf(market.database),
    Array.from({ length: scripts }, () => bareSearch(searchesOf[kind](random))),
    settings.seconds,
  )
  const bar = bars[kind]
  return {
    ...rowOf(`${kind}, ${inThousands(market.sizes.books)}`, result),
    beside: { name: 'pgbench, bare trigram search', figure },
    bars: [{ share: bar.figure / bar.pgbench }],
  }
}

export const search: BenchCase = {
  name: 'search',
  run: (bench) => {
    const [books = 0] = sizesOf(bench.settings, [100_000])
    return bench.withMarket(books, async (market) => {
      const rows: Measured[] = []
      for (const kind of Object.keys(searchesOf) as Kind[])
        rows.push(await measureKind(kind, market, bench.settings))
      return rows
    })
  },
}
