// The app's metrics for Prometheus. Each label has only a few possible values, such as
// path patterns, error codes and names from the source code, and never anything from a request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { StartupError } from '#server/platform/operations/config.ts'

/** From a trivial read to the time limit of a statement. */
const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `dobara_${name}`, help, labelNames, registers })
  const seconds = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({
      name: `dobara_${name}`,
      help,
      labelNames,
      buckets: secondsBuckets,
      registers,
    })
  return {
    registry,
    requests: counter('http_requests_total', 'Requests by route', 'method', 'route', 'status'),
    requestSeconds: seconds('http_request_seconds', 'Until the answer was sent', 'route'),
    errors: counter('errors_total', 'Answers that are errors, by code', 'code'),
    refusals: counter('refused_total', 'Refused by a limit of this process', 'limit'),
    liveEvents: counter('live_events_total', 'Live events: ok or a code', 'event', 'result'),
    handshakes: counter('live_handshakes_total', 'Live connections that were tried', 'result'),
    linkErrors: counter('link_errors_total', 'Events that processes could not send each other'),
    cacheRequests: counter(
      'cache_requests_total',
      'Values asked of the cache: found, waited for with others, or made',
      'result',
    ),
    jobRuns: counter('job_runs_total', 'Runs of background jobs', 'job', 'result'),
    jobSeconds: seconds('job_seconds', 'How long a run takes', 'job'),
    jobSuccess: new Gauge({
      name: 'dobara_job_last_success_timestamp_seconds',
      help: 'When a background job last ended well',
      labelNames: ['job'],
      registers,
    }),
    mails: counter('mails_total', 'Mails handed to the mail server', 'result'),
    pushes: counter('push_messages_total', 'Messages handed to push services', 'result'),
    /** Adds a gauge whose value is read whenever the metrics are requested. */
    show: (name: string, help: string, read: () => number | Promise<number>): void => {
      new Gauge({
        name: `dobara_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Serves GET /metrics, with Node's process metrics, on a port that proxies don't expose. Throws a
 * StartupError.
 */
export async function openMetricsServer(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const text = await registry.metrics().catch((error: unknown) => error)
    if (typeof text !== 'string') return response.writeHead(500).end(String(text))
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  await once(server.listen(port, host), 'listening').catch((error: Error) => {
    throw new StartupError(`METRICS_PORT: can't listen on ${host}:${port}: ${error.message}`)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
