// The thread in which PGlite runs: a query keeps the whole thread busy, so it has one to itself.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteInterface, type Results, types } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Where the database comes from: a folder, `memory://` for a new one in memory, or a dump to begin with. */
export type Source = { dataDir: string } | { snapshot: Blob }

const dumpOf = async (pglite: PGliteInterface) =>
  new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())

/** What the thread carries out; each takes and gives only what can be sent between threads. */
const calls = {
  open: async (pglite: PGliteInterface) => pglite.waitReady,
  query: (pglite: PGliteInterface, sql: string, parameters: readonly unknown[]): Promise<Results> =>
    pglite.query(sql, [...parameters]),
  exec: (pglite: PGliteInterface, sql: string): Promise<Results[]> => pglite.exec(sql),
  dump: dumpOf,
  close: (pglite: PGliteInterface) => pglite.close(),
}
type Calls = typeof calls
export type Method = keyof Calls
export type Args<M extends Method> = Calls[M] extends (
  pglite: PGliteInterface,
  ...args: infer A
) => unknown
  ? A
  : never
export type Value<M extends Method> = Awaited<ReturnType<Calls[M]>>

export type ThreadRequest = { id: number; method: Method; args: readonly unknown[] }
export type ThreadResponse =
  | { id: number; value: unknown }
  | { id: number; error: Record<string, string | number> }

/** A copy of an Error between threads keeps nothing but its words, and PostgreSQL's errors say more: code, constraint, detail. */
function partsOf(error: unknown): Record<string, string | number> {
  const { name, message, stack } = error as Error
  const told = Object.entries({ ...(error as Error), name, message, stack })
  return Object.fromEntries(
    told.filter((part): part is [string, string | number] =>
      ['string', 'number'].includes(typeof part[1]),
    ),
  )
}

function serve(port: MessagePort, source: Source): void {
  // Dates stay YYYY-MM-DD strings; timestamps become Date objects.
  const options = {
    extensions: { pg_trgm, btree_gist },
    parsers: { [types.DATE]: (value: string) => value },
  }
  const opened =
    'dataDir' in source
      ? PGlite.create(source.dataDir, options)
      : PGlite.create({ ...options, loadDataDir: source.snapshot })
  // Whoever asks for something is told why it couldn't be opened.
  opened.catch(() => {})
  port.on('message', async ({ id, method, args }: ThreadRequest) => {
    const carryOut = calls[method] as (
      pglite: PGliteInterface,
      ...args: readonly unknown[]
    ) => Promise<unknown>
    try {
      port.postMessage({
        id,
        value: await carryOut(await opened, ...args),
      } satisfies ThreadResponse)
    } catch (error) {
      port.postMessage({ id, error: partsOf(error) } satisfies ThreadResponse)
    }
    if (method === 'close') port.close()
  })
}

if (parentPort) serve(parentPort, workerData as Source)
