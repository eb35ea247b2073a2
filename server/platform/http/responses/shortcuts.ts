// Cached responses for requests without a login: they are sent before the router sees the request.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import { maxStaleMs } from '#server/platform/cache/policy.ts'
import { deliver, type PreparedResponse } from '#server/platform/cache/prepared-response.ts'
import { maxNotedWriters, maxShortcutLength, maxShortcuts } from '#server/platform/http/policy.ts'
import { rawClientAddress } from '#server/platform/limits/addresses.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Config } from '#server/platform/operations/config.ts'
import type { Headers } from './security-headers.ts'

type RawRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

export type Shortcut = {
  /** As metrics name it. */
  route: string
  count: 'calls' | 'pages'
  find: (options: { mayBeStale: boolean }) => PreparedResponse | undefined
}

export type Shortcuts = {
  /** From now on such a request gets what `find` returns, unless that is undefined. */
  add: (request: RawRequest, shortcut: Shortcut) => void
  /** Whoever has written from this address sees it at once. */
  noteWriter: (address: string) => void
  serve: (server: Server, options: ServeOptions) => void
  /** What was answered so far, by route. */
  answered: () => ReadonlyMap<string, Readonly<Answered>>
}
type Answered = { whole: number; unchanged: number; bytes: number }
type ServeOptions = {
  limits: RateLimits
  proxies: number
  headers: Headers
  /** Then the router answers all requests. */
  isClosing: () => boolean
}

const isAnonymous = ({ headers }: RawRequest) =>
  headers.authorization === undefined && headers['auth-token'] === undefined
const hasBody = ({ headers }: RawRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
const isPossible = (request: RawRequest) =>
  request.method === 'GET' && isAnonymous(request) && !hasBody(request)

type Origin = Pick<Config, 'publicUrl' | 'trustProxy'>

/** What pages know their own origin by; the responses of the API don't depend on it. */
const originHeaders = ({ publicUrl, trustProxy }: Origin): readonly string[] => {
  if (publicUrl !== undefined) return []
  return trustProxy === 0 ? ['host'] : ['host', 'x-forwarded-host', 'x-forwarded-proto']
}

export function createShortcuts(origin: Origin): Shortcuts {
  const names = originHeaders(origin)
  /** All that responses to strangers depend on, or undefined if that is long. */
  const keyOf = ({ url = '', headers }: RawRequest): string | undefined => {
    let key = url
    for (const name of names) key += ` ${headers[name] as string | undefined}`
    return key.length > maxShortcutLength ? undefined : key
  }
  const shortcuts = createLruCache<Shortcut>(maxShortcuts)
  const writers = createLruCache<true>(maxNotedWriters, { ttl: 2 * maxStaleMs })

  const answered = new Map<string, Answered>()
  const note = (route: string, status: number, bytes: number) => {
    const counts = answered.get(route) ?? { whole: 0, unchanged: 0, bytes: 0 }
    answered.set(route, counts)
    counts[status === 304 ? 'unchanged' : 'whole']++
    counts.bytes += bytes
  }

  type Found = { ip: string; shortcut: Shortcut; prepared: PreparedResponse }
  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    { ip, shortcut: { count, route }, prepared }: Found,
    options: ServeOptions,
  ): Promise<boolean> {
    try {
      options.limits.count(count, { ip })
    } catch {
      // The router counts it again, and says how long to wait.
      return false
    }
    const { status, headers, body } = await deliver(prepared, request.headers)
    if (response.destroyed) return true
    response.writeHead(status, {
      ...options.headers,
      ...headers,
      ...(status === 200 && { 'content-length': body.length }),
    })
    response.end(body)
    note(route, status, body.length)
    return true
  }

  return {
    answered: () => answered,
    add: (request, shortcut) => {
      const key = isPossible(request) ? keyOf(request) : undefined
      if (key !== undefined) shortcuts.set(key, shortcut)
    },
    noteWriter: (address) => void writers.set(address, true),
    /** Takes the place of the server's listeners, and leaves all other requests to them. */
    serve: (server, options) => {
      const listeners = server.listeners('request') as ((...args: unknown[]) => void)[]
      const goOn = (request: IncomingMessage, response: ServerResponse) => {
        for (const listener of listeners) listener.call(server, request, response)
      }
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        const key = isPossible(request) && !options.isClosing() ? keyOf(request) : undefined
        const shortcut = key === undefined ? undefined : shortcuts.get(key)
        if (!shortcut) return goOn(request, response)
        const ip = rawClientAddress(request, options.proxies)
        const prepared = shortcut.find({ mayBeStale: !writers.has(ip) })
        if (!prepared) return goOn(request, response)
        send(request, response, { ip, shortcut, prepared }, options).then(
          (isSent) => isSent || goOn(request, response),
          () => response.destroy(),
        )
      })
    },
  }
}
