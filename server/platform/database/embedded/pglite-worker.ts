// The thread that runs PGlite. A query blocks its thread, so PGlite must not run in the main
// thread.
import { cpSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, type Results, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createNamedQueries } from './named-queries.ts'

export type Source = { dataDir: string } | { snapshot: Blob }

type Query = ReturnType<typeof createNamedQueries>
type Opened = { pglite: PGlite; query: Query }

const methods = {
  open: async ({ pglite }: Opened) => pglite.waitReady,
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
type Methods = typeof methods
export type Method = keyof Methods
export type Args<M extends Method> = Methods[M] extends (
  opened: Opened,
  ...args: infer A
) => unknown
  ? A
  : never
export type Value<M extends Method> = Awaited<ReturnType<Methods[M]>>

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
