import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Method, Source, ThreadRequest, ThreadResponse } from './pglite-worker.ts'

/** A query that takes longer hangs, which happens when the disk is full. */
const hungQueryMs = 60_000

/** All methods throw UnavailableError after the thread has ended. */
export type PGlite = {
  query: <Row = unknown>(sql: string, parameters?: readonly unknown[]) => Promise<Results<Row>>
  exec: (sql: string) => Promise<Results[]>
  dump: () => Promise<Uint8Array<ArrayBuffer>>
  /** Copies the database's files while queries wait. The copy has everything that was committed. */
  copyTo: (folder: string) => Promise<void>
  close: () => Promise<void>
  /** Ends the thread at once, like a crash. No committed row is lost. */
  kill: () => Promise<void>
}

type PendingCall = { resolve: (value: never) => void; reject: (error: Error) => void }

/** `onEnd` is called when the thread ends, whatever the reason. */
function startThread(source: Source, onEnd: (cause?: unknown) => void) {
  // Drops the process's own flags, because they may contain its program (`--eval`).
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: source,
    execArgv: [],
  })
  const pendingCalls = new Map<number, PendingCall>()
  let lastId = 0
  let endError: UnavailableError | undefined
  const handleEnd = (cause?: unknown) => {
    onEnd(cause)
    endError ??= new UnavailableError('The embedded database has ended. Start the server again.', {
      cause,
    })
    for (const { reject } of pendingCalls.values()) reject(endError)
    pendingCalls.clear()
  }
  worker.on('error', handleEnd).on('exit', () => handleEnd())
  worker.on('message', (response: ThreadResponse) => {
    const call = pendingCalls.get(response.id)
    pendingCalls.delete(response.id)
    // An idle thread doesn't keep the process running.
    if (pendingCalls.size === 0) worker.unref()
    if ('error' in response) call?.reject(Object.assign(new Error(), response.error))
    else call?.resolve(response.value as never)
  })

  const call = <M extends Method>(method: M, ...args: Parameters<PGlite[M]>) =>
    new Promise<Awaited<ReturnType<PGlite[M]>>>((resolve, reject) => {
      if (endError) throw endError
      const id = ++lastId
      worker.postMessage({ id, method, args } satisfies ThreadRequest)
      if (pendingCalls.size === 0) worker.ref()
      pendingCalls.set(id, { resolve, reject })
    })
  const kill = async () => void (await worker.terminate())
  const withTimeout = <T>(result: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      handleEnd(new Error('A query took a minute. Is the disk full?'))
      void kill()
    }, hungQueryMs).unref()
    return result.finally(() => clearTimeout(timer))
  }
  const close = async () => {
    if (endError) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    await call('close').finally(kill)
    await exited
  }
  return { call, withTimeout, close, kill }
}

/** Opens PGlite. `onCrash` is called if its thread ends before PGlite is closed. */
export async function openPGlite(
  source: Source,
  onCrash: (cause: unknown) => void = () => {},
): Promise<PGlite> {
  let isOpen = false
  const { call, withTimeout, close, kill } = startThread(source, (cause) => {
    if (isOpen) onCrash(cause)
    isOpen = false
  })
  try {
    // The first statement waits until PGlite is open.
    await call('exec', 'select')
    isOpen = true
  } catch (error) {
    await kill()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await withTimeout(call('query', sql, parameters))) as Results<Row>,
    exec: (sql) => call('exec', sql),
    dump: () => call('dump'),
    copyTo: (folder) => call('copyTo', folder),
    close: () => {
      isOpen = false
      closing ??= close()
      return closing
    },
    kill,
  }
}

/**
 * Creates a pool with the only connection. It serves one request at a time, so that transactions
 * don't mix.
 */
export function createPool(pglite: PGlite): PostgresPool & { waiting: () => number } {
  let last = Promise.resolve()
  let lent = 0
  const connect = async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    lent++
    await before
    const release = () => {
      lent--
      resolve()
    }
    return { query: pglite.query, release } as unknown as PostgresPoolClient
  }
  return { connect, waiting: () => Math.max(0, lent - 1), end: pglite.close, options: {} }
}
