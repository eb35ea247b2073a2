// The thread that runs PGlite. A query blocks its thread, so PGlite must not run in the main
// thread.
import { cpSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, parse, protocol, type Results, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createStatementNames } from '#server/platform/database/named-statements.ts'

export type Source = { dataDir: string } | { snapshot: Blob }

const { serialize } = protocol

type Query = (sql: string, parameters: unknown[]) => Promise<Results>

/**
 * Prepares statements, as on PostgreSQL. PGlite's own `query` parses and plans a statement every
 * time, which takes several times as long as running it.
 */
function createNamedQueries(pglite: PGlite): Query {
  const nameOf = createStatementNames()
  /** The parameter types of each prepared statement, by its name. */
  const prepared = new Map<string, number[]>()

  async function prepare(name: string, text: string): Promise<number[]> {
    const messages = await pglite.execProtocolStream(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
      { syncToFs: false },
    )
    const types = parse.parseDescribeStatementResults(messages)
    prepared.set(name, types)
    return types
  }

  const runNamed = (name: string, text: string, parameters: unknown[]): Promise<Results> =>
    pglite.runExclusive(async () => {
      const types = prepared.get(name) ?? (await prepare(name, text))
      const values = parameters.map((value, index) => {
        if (value === null || value === undefined) return null
        const serializer = pglite.serializers[types[index] as number]
        return serializer ? serializer(value) : String(value)
      })
      const messages = await pglite.execProtocolStream(
        Buffer.concat([
          serialize.bind({ statement: name, values }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ]),
        {},
      )
      return parse.parseResults(messages, pglite.parsers)[0] as Results
    })

  // Prepared plans never get outdated, because migrations run before all other statements.
  return async (sql, parameters) => {
    const name = parameters.length > 0 ? nameOf(sql) : undefined
    return name === undefined
      ? pglite.query<Results['rows'][number]>(sql, parameters)
      : runNamed(name, sql, parameters)
  }
}

type Opened = { pglite: PGlite; query: Query }

const methods = {
  query: ({ query }: Opened, sql: string, parameters: readonly unknown[]): Promise<Results> =>
    query(sql, [...parameters]),
  exec: ({ pglite }: Opened, sql: string): Promise<Results[]> => pglite.exec(sql),
  dump: async ({ pglite }: Opened) =>
    new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()),
  // The copy is like the files after a crash, from which PGlite recovers: no query runs during the
  // copying, and PGlite has no other processes.
  copyTo: async ({ pglite }: Opened, folder: string) =>
    cpSync(pglite.dataDir ?? '', folder, { recursive: true }),
  close: ({ pglite }: Opened) => pglite.close(),
}
export type Method = keyof typeof methods

export type ThreadRequest = { id: number; method: Method; args: readonly unknown[] }
export type ThreadResponse =
  | { id: number; value: unknown }
  | { id: number; error: Record<string, string | number> }

/**
 * Returns an error's fields, such as PostgreSQL's code and constraint, because an error loses them
 * when it is sent between threads.
 */
function errorFields(error: unknown): Record<string, string | number> {
  const { name, message, stack } = error as Error
  const fields = Object.entries({ ...(error as Error), name, message, stack })
  return Object.fromEntries(
    fields.filter((field): field is [string, string | number] =>
      ['string', 'number'].includes(typeof field[1]),
    ),
  )
}

function serve(port: MessagePort, source: Source): void {
  // Dates remain strings (YYYY-MM-DD); timestamps become Date objects.
  const options = {
    extensions: { pg_trgm, btree_gist },
    parsers: { [types.DATE]: (value: string) => value },
  }
  const created: Promise<PGlite> =
    'dataDir' in source
      ? PGlite.create(source.dataDir, options)
      : PGlite.create({ ...options, loadDataDir: source.snapshot })
  const opening = created.then((pglite) => ({ pglite, query: createNamedQueries(pglite) }))
  opening.catch(() => {})
  port.on('message', async ({ id, method, args }: ThreadRequest) => {
    const run = methods[method] as (opened: Opened, ...args: readonly unknown[]) => Promise<unknown>
    try {
      port.postMessage({ id, value: await run(await opening, ...args) } satisfies ThreadResponse)
    } catch (error) {
      port.postMessage({ id, error: errorFields(error) } satisfies ThreadResponse)
    }
    if (method === 'close') port.close()
  })
}

if (parentPort) serve(parentPort, workerData as Source)
