// The numbers have an address of their own, which proxies don't lead to: who asks there is no
// visitor, and gets an answer while visitors wait.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { StartupError } from '#server/platform/operations/config.ts'
import { scrapeTimeoutMs } from './policy.ts'

type Address = { port: number; host: string }

/** Serves GET /metrics, with what Node says of the process. Throws a StartupError. */
export async function openMetricsServer(
  registry: Registry,
  { port, host }: Address,
): Promise<{ port: number; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(
    { requestTimeout: scrapeTimeoutMs, headersTimeout: scrapeTimeoutMs },
    async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics')
        return response.writeHead(404).end()
      try {
        const text = await registry.metrics()
        response.writeHead(200, { 'content-type': registry.contentType }).end(text)
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StartupError(`METRICS_PORT: can't listen on ${host}:${port}: ${error.message}`)),
    )
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
