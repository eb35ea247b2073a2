import { pgbenchScripts } from '#bench/machine/pgbench.ts'
import type { MarketSizes } from '#bench/market/ids.ts'
import { makeTitles } from '#bench/market/titles.ts'
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
const maxTitles = 25_000

const allSubjects = [...new Set(Object.values(subjects).flat())].flatMap((name) => name.split(' '))

/** From the less common half: the first titles are those that most books have. */
function rareWords({ titles }: MarketSizes): string[] {
  const some = makeTitles(Math.min(titles, maxTitles))
  return some.slice(some.length / 2).flatMap(({ name }) => name?.toLowerCase() ?? [])
}

/** Draws what people search for in a market of this size. */
export function searchesIn(sizes: MarketSizes) {
  const rare = rareWords(sizes)
  return {
    rare: (random: Random) => random.pick(rare),
    common: (random: Random) =>
      `${random.pick(allSubjects)} ${random.pick([...lastNames, ...beginnings])}`.toLowerCase(),
    /** Letters that no title has in this order. */
    'never made': (random: Random) =>
      Array.from({ length: 8 }, () => random.pick([...'qxzwfjk'])).join(''),
  }
}
type Kind = keyof ReturnType<typeof searchesIn>

/**
 * Where these were set, pgbench got so many bare trigram searches a second: 5,900 of rare words,
 * 960 of common ones. `beside` says which of the two a figure goes by.
 */
const bars: Record<Kind, { figure: number; pgbench: number; beside: Kind }> = {
  rare: { figure: 1500, pgbench: 5900, beside: 'rare' },
  common: { figure: 600, pgbench: 960, beside: 'common' },
  'never made': { figure: 1000, pgbench: 5900, beside: 'rare' },
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
  const drawn = searchesIn(market.sizes)
  const draw = drawn[kind]
  const next = () => {
    const query = { search: draw(random), limit: String(pageSize) }
    return `/api/books/buyer/books?${new URLSearchParams(query)}`
  }
  const result = await measureLoad(market, settings, next)
  const bar = bars[kind]
  const figure = await pgbenchScripts(
    market.postgres.urlOf(market.database),
    Array.from({ length: scripts }, () => bareSearch(drawn[bar.beside](random))),
    settings.seconds,
  )
  return {
    ...rowOf(`${kind}, ${inThousands(market.sizes.books)}`, result),
    beside: { name: `pgbench, bare trigram search of ${bar.beside} words`, figure },
    bars: [{ share: bar.figure / bar.pgbench }],
  }
}

export const search: BenchCase = {
  name: 'search',
  run: (bench) => {
    const [books = 0] = sizesOf(bench.settings, [100_000])
    return bench.withMarket(books, async (market) => {
      // The server has no such index: it asks an index of words.
      await market.postgres.run(
        'create index on books using gin (search_text gin_trgm_ops) where deleted_at is null',
        market.database,
      )
      const rows: Measured[] = []
      for (const kind of Object.keys(bars) as Kind[])
        rows.push(await measureKind(kind, market, bench.settings))
      return rows
    })
  },
}
