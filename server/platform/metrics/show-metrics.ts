// Numbers that are counted where they arise, as plain numbers: the ways there are short.
import type { Caches } from '#server/platform/cache/caches.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Shortcuts } from '#server/platform/http/responses/shortcuts.ts'
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

function showCaches({ showNow, showTotal }: Metrics, { cache, pageCache }: Caches): void {
  const uses = () =>
    [
      ['responses', cache.use()],
      ['pages', pageCache.use()],
    ] as const
  showTotal(
    {
      name: 'cache_requests_total',
      help: 'Values asked of a cache by the router: found, waited for with others, or made',
      labelNames: ['cache', 'result'],
    },
    () =>
      uses().flatMap(([cache, { hits, joined, misses }]) => [
        [{ cache, result: 'hit' }, hits],
        [{ cache, result: 'joined' }, joined],
        [{ cache, result: 'miss' }, misses],
      ]),
  )
  const labelNames = ['cache']
  showNow({ name: 'cache_entries', help: 'Values in a cache', labelNames }, () =>
    uses().map(([cache, { entries }]) => [{ cache }, entries]),
  )
  showNow({ name: 'cache_bytes', help: 'Their size, estimated', labelNames }, () =>
    uses().map(([cache, { bytes }]) => [{ cache }, bytes]),
  )
}

function showShortcuts({ showTotal }: Metrics, { answered }: Shortcuts): void {
  showTotal(
    {
      name: 'http_ready_responses_total',
      help: 'Requests of strangers answered with ready bytes, without the router',
      labelNames: ['route', 'status'],
    },
    () =>
      [...answered()].flatMap(([route, { whole, unchanged }]) => [
        [{ route, status: 200 }, whole],
        [{ route, status: 304 }, unchanged],
      ]),
  )
  showTotal({ name: 'http_ready_bytes_total', help: 'Bytes of them', labelNames: ['route'] }, () =>
    [...answered()].map(([route, { bytes }]) => [{ route }, bytes]),
  )
}

export function showMetrics(
  metrics: Metrics,
  parts: { database: Database; caches: Caches; shortcuts: Shortcuts },
): void {
  showDatabase(metrics, parts.database)
  showCaches(metrics, parts.caches)
  showShortcuts(metrics, parts.shortcuts)
}
