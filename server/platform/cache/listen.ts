import type { ClientConfig } from 'pg'
import type { Log } from '#server/platform/operations/log.ts'
import { everything, type NotedChanges, parseNotification } from './changes.ts'
import { listenAliveMs, listenRetryMs } from './policy.ts'

const channel = 'dobara_changes'

/**
 * Calls `apply` with the changes of each commit, also those of this process. After a lost
 * connection nobody knows what was missed, so it is called with everything.
 */
export function listenForChanges(
  direct: ClientConfig,
  log: Pick<Log, 'error'>,
  apply: (noted: NotedChanges) => void,
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
      apply(everything)
      retry = setTimeout(() => void connect(), listenRetryMs)
    }
    close = async () => {
      end()
      await client.end().catch(() => {})
    }
    client.on('error', end)
    client.on('end', () => end())
    client.on('notification', ({ payload }) => apply(parseNotification(payload ?? ' all')))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      apply(everything)
      // A connection that is cut silently says so only when something is sent.
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
