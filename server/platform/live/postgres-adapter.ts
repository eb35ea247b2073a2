import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool, PoolConfig } from 'pg'
import { logConnectionErrors } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/operations/log.ts'

/**
 * A Socket.IO adapter with connections of its own; close it after the Socket.IO server. Calls
 * `onError` when something couldn't be sent or heard, and `onRestored` when it hears from the
 * others again after the connection was lost.
 */
export async function createPostgresAdapter(
  direct: PoolConfig,
  log: Log,
  { onRestored, onError = () => {} }: { onRestored: () => void; onError?: () => void },
) {
  const { default: pg } = await import('pg')
  const errorHandler = (error: Error) => {
    onError()
    log.error({ error }, 'live link')
  }
  // One connection, so that other processes receive messages in the order they were sent.
  const notifyPool = new pg.Pool({ ...direct, max: 1 })
  logConnectionErrors(notifyPool, errorHandler)
  let attempts = 0
  const { promise: firstAttempt, resolve: endFirstAttempt } = Promise.withResolvers<void>()
  const adapterPool = {
    query: notifyPool.query.bind(notifyPool),
    // The adapter keeps its listening client forever, opens another when that breaks, and
    // doesn't handle its errors. From a pool, each broken client would keep its slot, and its error
    // would end the process.
    connect: async () => {
      const client = new pg.Client(direct)
      client.on('error', errorHandler)
      // Also after a first attempt that failed: others may have sent something meanwhile.
      const isRestored = ++attempts > 1
      await client.connect().catch((error: Error) => {
        endFirstAttempt()
        throw error
      })
      const listen = async (text: string) => {
        const result = await client.query(text).finally(endFirstAttempt)
        if (isRestored) onRestored()
        return result
      }
      return {
        on: client.on.bind(client),
        removeAllListeners: client.removeAllListeners.bind(client),
        query: listen,
        release: () => void client.end(),
      }
    },
  }
  return {
    adapter: createAdapter(adapterPool as unknown as Pool, { errorHandler }),
    /**
     * Once a Socket.IO server has the adapter: resolves when it hears the others, or when its first
     * attempt failed (later ones call `onRestored`).
     */
    firstAttempt,
    close: async () => {
      // Behind all that was sent.
      await notifyPool.query('select 1').catch(() => {})
      await notifyPool.end()
    },
  }
}
