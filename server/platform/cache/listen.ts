import type { ClientConfig } from 'pg'
import type { Log } from '#server/platform/operations/log.ts'
import { type Changes, changesChannel, unknownChange } from './changes.ts'

const listenRetryMs = 1000
/** How often the listening connection is checked. This is also the time limit of each check. */
const listenAliveMs = 5000

/**
 * Applies changes that other processes announce. After a lost connection, everything counts as
 * changed, because announcements may have been missed.
 */
export function listenForChanges(
  direct: ClientConfig,
  log: Pick<Log, 'error'>,
  { apply, applyNotification }: Pick<Changes, 'apply' | 'applyNotification'>,
): { close: () => Promise<void> } {
  let isClosed = false
  let close = async () => {}
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      ...direct,
      application_name: 'dobara changes',
      query_timeout: listenAliveMs,
    })
    let alive: NodeJS.Timeout | undefined
    let hasEnded = false
    const end = (error?: Error) => {
      if (hasEnded) return
      hasEnded = true
      clearInterval(alive)
      void client.end().catch(() => {})
      if (isClosed) return
      log.error({ reason: error?.message }, 'the connection that hears of changes was lost')
      apply(unknownChange)
      retry = setTimeout(() => void connect(), listenRetryMs)
    }
    close = async () => {
      end()
      await client.end().catch(() => {})
    }
    client.on('error', end)
    client.on('end', () => end())
    client.on('notification', ({ payload = '' }) => applyNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${changesChannel}`)
      apply(unknownChange)
      // A broken connection may report no error until something is sent, so each check sends a
      // query.
      alive = setInterval(() => client.query('select 1').catch(end), listenAliveMs)
      alive.unref()
    } catch (error) {
      end(error as Error)
    }
  }
  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await close()
    },
  }
}
