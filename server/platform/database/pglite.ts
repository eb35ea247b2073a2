// The embedded database in a thread of its own, and Kysely's way to it.
import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Args, Method, Source, ThreadRequest, ThreadResponse, Value } from './pglite-thread.ts'

/**
 * PGlite, as much of it as is used here. What is asked after its thread has ended, or isn't answered when it ends, fails
 * with Unavailable.
 */
export type PGlite = {
  query: <Row = unknown>(sql: string, parameters?: readonly unknown[]) => Promise<Results<Row>>
  /** Runs several statements without parameters; gives the result of each. */
  exec: (sql: string) => Promise<Results[]>
  /** Runs one statement without parameters, such as `commit`. */
  command: (sql: string) => Promise<Results | undefined>
  /** The whole database as a tar file, to open others with. */
  dump: () => Promise<Uint8Array<ArrayBuffer>>
  /** Closes the database and ends the thread; done once, however often it is called. */
  close: () => Promise<void>
  /** Ends the thread at once, as a crash would; nothing that is committed is lost. */
  kill: () => Promise<void>
}

/** PGlite may hang for good where its disk is full. No query takes so many milliseconds; what opens and migrates may. */
const hungMs = 60_000

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

/**
 * Opens PGlite, with the extensions the schema needs, in a thread of its own. `onCrash` hears why, when the thread of an
 * open database ends without having been closed.
 */
export async function openPGlite(
  source: Source,
  onCrash: (cause: unknown) => void = () => {},
): Promise<PGlite> {
  // The process's own flags may be about the file or the text it was started with.
  const worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
    workerData: source,
    execArgv: [],
  })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let ended: UnavailableError | undefined
  let isOpen = false
  const end = (cause?: unknown) => {
    if (isOpen) onCrash(cause)
    isOpen = false
    ended ??= new UnavailableError('The embedded database has ended. Start the server again.', {
      cause,
    })
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('error', end).on('exit', () => end())
  worker.on('message', (answer: ThreadResponse) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    // A thread that nobody waits for keeps no process from ending.
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) asker?.reject(Object.assign(new Error(), answer.error))
    else asker?.resolve(answer.value as never)
  })

  const call = <M extends Method>(method: M, ...args: Args<M>): Promise<Value<M>> =>
    new Promise((resolve, reject) => {
      if (ended) throw ended
      const id = ++asked
      worker.postMessage({ id, method, args } satisfies ThreadRequest)
      if (waiting.size === 0) worker.ref()
      waiting.set(id, { resolve, reject })
    })
  const kill = async () => void (await worker.terminate())
  const inTime = <T>(answer: Promise<T>): Promise<T> => {
    const hung = setTimeout(() => {
      end(new Error('A query took a minute. Is the disk full?'))
      void kill()
    }, hungMs).unref()
    return answer.finally(() => clearTimeout(hung))
  }
  let closing: Promise<void> | undefined
  const close = async () => {
    if (ended) return
    isOpen = false
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    await call('close').finally(kill)
    await exited
  }
  try {
    await call('open')
    isOpen = true
  } catch (error) {
    await kill()
    throw error
  }
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await inTime(call('query', sql, parameters))) as Results<Row>,
    exec: (sql) => call('exec', sql),
    command: async (sql) => (await inTime(call('exec', sql))).at(-1),
    dump: () => call('dump'),
    close: () => {
      closing ??= close()
      return closing
    },
    kill,
  }
}

/** The one connection; Kysely lends it to one borrower at a time, so no query runs inside another request's transaction. */
const connectionTo = (pglite: PGlite): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
    const { rows, affectedRows } = await pglite.query<R>(sql, parameters)
    return { rows, ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) }
  },
  streamQuery: () => {
    throw new Error('PGlite has no cursors: read page by page.')
  },
})

/** Kysely's dialect for an open PGlite; destroying Kysely closes it. */
export const pgliteDialect = (pglite: PGlite): Dialect => ({
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => connectionTo(pglite),
    beginTransaction: async () => void (await pglite.command('begin')),
    commitTransaction: async () => {
      const result = await pglite.command('commit')
      if (result?.command === 'ROLLBACK') throw new AbortedTransactionError()
    },
    rollbackTransaction: async () => void (await pglite.command('rollback')),
    releaseConnection: async () => {},
    destroy: pglite.close,
  }),
  createAdapter: () => new PGliteAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
