// Joins the live connections of several server processes through PostgreSQL's LISTEN and NOTIFY.
import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool } from 'pg'
import { logConnectionErrors } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/operations/log.ts'

/** A Socket.IO adapter on the pool's database, with connections of its own; close it after the Socket.IO server. */
export async function linkProcesses(pool: Pool, log: Log) {
  const { default: pg } = await import('pg')
  const errorHandler = (error: Error) => log.error({ error }, 'live link')
  // One connection, so that what is said first is heard first in the other processes.
  const speaker = new pg.Pool({ ...pool.options, max: 1 })
  logConnectionErrors(speaker, errorHandler)
  const link = {
    query: speaker.query.bind(speaker),
    // @NOTE The adapter keeps its listening connection for good, opens another when that breaks, and has no ear for its
    // errors: out of a pool each broken one would hold its place for ever, and its error would end the process.
    connect: async () => {
      const listener = new pg.Client(pool.options)
      listener.on('error', errorHandler)
      await listener.connect()
      return Object.assign(listener, { release: () => void listener.end() })
    },
  }
  return {
    adapter: createAdapter(link as unknown as Pool, { errorHandler }),
    close: () => speaker.end(),
  }
}
