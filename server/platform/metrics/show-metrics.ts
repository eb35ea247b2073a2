// Numbers that are counted where they arise, as plain numbers: the ways there are short.
import type { Cache } from '#server/platform/cache/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Metrics } from './metrics.ts'

function showDatabase({ registry, showNow }: Metrics, database: Database): void {
  for (const metric of database.watch.metrics) registry.registerMetric(metric)
  showNow(
    { name: 'database_waiting', help: 'Transactions that wait for a connection' },
    database.waiting,
  )
  const { pool } = database
  showNow(
    { name: 'database_connections', help: 'Connections of the pool', labelNames: ['state'] },
    () =>
      pool
        ? [
            [{ state: 'idle' }, pool.idleCount],
            [{ state: 'used' }, pool.totalCount - pool.idleCount],
          ]
        : 1,
  )
}

function showCache({ showNow, showTotal }: Metrics, { use }: Cache): void {
  showTotal(
    {
      name: 'cache_requests_total',
      help: 'Values asked of the cache: found, waited for with others, or made',
      labelNames: ['result'],
    },
    () => {
      const { hits, joined, misses } = use()
      return [
        [{ result: 'hit' }, hits],
        [{ result: 'joined' }, joined],
        [{ result: 'miss' }, misses],
      ]
    },
  )
  showNow({ name: 'cache_entries', help: 'Values in the cache' }, () => use().entries)
  showNow({ name: 'cache_bytes', help: 'Their size, estimated' }, () => use().bytes)
}

export function showMetrics(
  metrics: Metrics,
  { database, cache }: { database: Database; cache: Cache },
): void {
  showDatabase(metrics, database)
  showCache(metrics, cache)
}
