// What one address or one person may ask of this process, so that nobody keeps it from the others.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { createBodyBudget, type ReserveBody } from './body-budget.ts'
import { createFairQueue, type QueueOptions } from './fair-queue.ts'
import { createTokenBucket } from './token-bucket.ts'

/**
 * Calls a minute of one address. A hostel, a college or a mobile carrier puts hundreds of people behind one, and a screen
 * makes a handful of calls: 3,000 are some hundred people who read without a pause, and 1,500 pages are opened anew by 300
 * who do so every twelve seconds. A search is the dearest call; 600 are ten new ones a second. A list shows up to 60 pictures, which browsers keep: 12,000 are 200 people who open one anew.
 */
export const requestsPerMinute = {
  calls: 3000,
  pages: 1500,
  searches: 600,
  files: 60_000,
  photos: 12_000,
} as const
type Kind = keyof typeof requestsPerMinute

/**
 * The same for the live connection. 300 people with four windows each come back at once after a restart: 1,200
 * connections. Where WebSockets are blocked, each of them makes a dozen requests a minute while nothing happens. Each
 * window asks once for whatever happens, and who types says so every second. Packets are those and a sign of life every
 * 25 seconds.
 */
export const livePerMinute = {
  requests: 30_000,
  connections: 3000,
  events: 6000,
  eventsOfPerson: 1200,
  packets: 24_000,
  packetsOfPerson: 2400,
} as const
type LiveKind = keyof typeof livePerMinute

/**
 * What a person may change of what the market shows: each change lets everybody's kept lists be made anew. A shop that
 * edits its 1,000 books in one go isn't stopped; whoever goes on and on empties them every six seconds at most.
 */
export const marketChanges = { max: 1000, perMinute: 10 } as const

/** So many live connections of one address stand at once. */
export const maxLiveConnections = 2000

/**
 * Of one address so many run at once, and so many more wait instead of being refused: one person's burst, or a crowd's.
 * Pages wait apart from calls, and their turn is for all that they ask of the server.
 */
const concurrency = {
  lookups: [8, 1000],
  calls: [8, 1000],
  searches: [2, 100],
  pages: [8, 1000],
} as const

export type RateLimits = {
  /** Counts a call; throws too_many_requests above the limit of its address. */
  count: (kind: Kind, request: FastifyRequest) => Promise<void>
  /** Counts what a live connection does, under its address or its person; throws too_many_requests above the limit. */
  countLive: (kind: LiveKind, key: string) => void
  /** Throws too_many_requests where a person has changed what the market shows too often. */
  refuseMarketChange: (personId: string) => void
  countMarketChange: (personId: string) => void
  /** Throws too_many_requests where an address that has so many live connections may have no more. */
  refuseConnection: (connections: number) => void
  /** Runs work when few enough of the address is under way; those behind one address take turns. */
  inTurn: <T>(
    kind: keyof typeof concurrency,
    address: string,
    work: () => Promise<T>,
    waiter?: QueueOptions,
  ) => Promise<T>
  holdBody: ReserveBody
  /** Runs what an upload is for after what the same person's earlier ones are for. */
  afterUploads: <T>(personId: string, work: () => Promise<T>, waiter?: QueueOptions) => Promise<T>
}

/** Nobody reads it: its line is closed. */
const hungUp = new AppError('unreadable')
/**
 * Tells that the caller has gone, of an answer that isn't out yet: a signal that is made when it is first asked for. Not
 * Fastify's `request.signal`, which says so of everyone whose body is read.
 */
export function disconnectSignal(answer: ServerResponse): () => AbortSignal {
  let gone: AbortController | undefined
  return () => {
    if (gone) return gone.signal
    const made = new AbortController()
    gone = made
    if (answer.closed) made.abort(hungUp)
    else answer.once('close', () => made.abort(hungUp))
    return made.signal
  }
}

/** So much within so many seconds, counted in the database, and the refusal of more. */
export type Quota = { max: number; seconds: number; code: ErrorCode }
/** The moment from which what was done counts. */
export const quotaWindowStart = ({ seconds }: Quota, now: Date): Date =>
  new Date(now.getTime() - seconds * 1000)
/** Refuses one more where the quota is used up; `freeing` is when the one was done that has to pass first. */
export function enforceQuotaUntil(
  { seconds, code }: Quota,
  freeing: Date | undefined,
  now: Date,
): void {
  if (freeing !== undefined)
    throw new AppError(code, {
      retryAfter: Math.max(1, seconds - (now.getTime() - freeing.getTime()) / 1000),
    })
}
/** Refuses one more where the quota is used up; `earlier` are those since its start, the newest first. */
export function enforceQuota(quota: Quota, earlier: readonly Date[], now: Date): void {
  enforceQuotaUntil(quota, earlier[quota.max - 1], now)
}

/**
 * Where the server's calls to itself come from when it makes a page: no limit holds for them, because the page was counted
 * and took its turn. Nobody else can know it.
 */
export const internalAddress = `self ${randomBytes(16).toString('hex')}`

/**
 * The address that limits count under: a port or brackets that a proxy adds don't make another visitor, nor does IPv4 inside
 * IPv6. Of IPv6 the first 64 bits count, because one household, or one rented machine, has all the addresses below them.
 */
export function clientAddress({ ip }: { ip: string | undefined }): string {
  if (ip === internalAddress) return internalAddress
  const given = ip?.trim() ?? ''
  const plain = (/^\[([^\]]*)\]/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, '$1')).replace(
    /%.*$/,
    '',
  )
  return isIP(plain) === 0 ? 'unknown' : normalizeIP(plain, 64)
}

/** Which proxies are believed: the nearest ones only; what stands further left in X-Forwarded-For is the visitor's own word. */
export const trustNearestProxies = (proxies: number) => (_address: string, hop: number) =>
  hop < proxies

/** The address, as limits count it, of a request that Fastify hasn't seen; `proxies` as for `trustNearest`. */
export const rawClientAddress = (request: IncomingMessage, proxies: number): string =>
  clientAddress({ ip: proxyAddr(request, trustNearestProxies(proxies)) })

/** The limits of a server; without `isOn` only those of bodies hold, which keep its memory. */
export async function createRateLimits(app: FastifyInstance, isOn: boolean): Promise<RateLimits> {
  await app.register(rateLimit, { global: false })
  const counter = (max: number) =>
    app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: clientAddress })
  const counters = {
    calls: counter(requestsPerMinute.calls),
    pages: counter(requestsPerMinute.pages),
    searches: counter(requestsPerMinute.searches),
    files: counter(requestsPerMinute.files),
    photos: counter(requestsPerMinute.photos),
  }
  const gates = {
    lookups: createFairQueue(...concurrency.lookups),
    calls: createFairQueue(...concurrency.calls),
    searches: createFairQueue(...concurrency.searches),
    pages: createFairQueue(...concurrency.pages),
  }
  const buckets = {
    requests: createTokenBucket(livePerMinute.requests),
    connections: createTokenBucket(livePerMinute.connections),
    events: createTokenBucket(livePerMinute.events),
    eventsOfPerson: createTokenBucket(livePerMinute.eventsOfPerson),
    packets: createTokenBucket(livePerMinute.packets),
    packetsOfPerson: createTokenBucket(livePerMinute.packetsOfPerson),
  }
  const changes = createTokenBucket(marketChanges.perMinute, Date.now, marketChanges.max)
  return {
    count: async (kind, request) => {
      if (!isOn || clientAddress(request) === internalAddress) return
      const counted = await counters[kind](request)
      if (!counted.isAllowed && counted.isExceeded)
        throw new AppError('too_many_requests', { retryAfter: counted.ttlInSeconds })
    },
    countLive: (kind, key) => {
      const retryAfter = isOn ? buckets[kind](key) : 0
      if (retryAfter > 0) throw new AppError('too_many_requests', { retryAfter })
    },
    refuseMarketChange: (personId) => {
      const retryAfter = isOn ? changes(personId, 0) : 0
      if (retryAfter > 0) throw new AppError('too_many_requests', { retryAfter })
    },
    countMarketChange: (personId) => void changes(personId),
    refuseConnection: (connections) => {
      if (isOn && connections >= maxLiveConnections)
        throw new AppError('too_many_requests', { retryAfter: 5 })
    },
    inTurn: (kind, address, work, waiter) =>
      isOn && address !== internalAddress ? gates[kind](address, work, waiter) : work(),
    holdBody: createBodyBudget(),
    afterUploads: createFairQueue(1),
  }
}
