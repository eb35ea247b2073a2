// Connects the live connections of several server processes by PostgreSQL's LISTEN and NOTIFY.
import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool } from 'pg'
import { logConnectionErrors } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/operations/log.ts'

/** A Socket.IO adapter with connections of its own; close it after the Socket.IO server. */
export async function createPostgresAdapter(pool: Pool, log: Log) {
  const { default: pg } = await import('pg')
  const errorHandler = (error: Error) => log.error({ error }, 'live link')
  // One connection, so that other processes receive messages in the order they were sent.
  const notifyPool = new pg.Pool({ ...pool.options, max: 1 })
  logConnectionErrors(notifyPool, errorHandler)
  const adapterPool = {
    query: notifyPool.query.bind(notifyPool),
    // @NOTE The adapter keeps its listening client forever, opens another when that breaks, and
    // doesn't handle its errors. From a pool, each broken client would keep its slot, and its error
    // would end the process.
    connect: async () => {
      const client = new pg.Client(pool.options)
      client.on('error', errorHandler)
      await client.connect()
      return Object.assign(client, { release: () => void client.end() })
    },
  }
  return {
    adapter: createAdapter(adapterPool as unknown as Pool, { errorHandler }),
    close: () => notifyPool.end(),
  }
}
