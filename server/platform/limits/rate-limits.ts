import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { createBodyBudget, type ReserveBody } from './body-memory.ts'
import {
  createFairQueue,
  type FairQueue,
  newQueueUse,
  type QueueOptions,
  type QueueUse,
} from './fair-queue.ts'
import {
  concurrency,
  livePerMinute,
  marketChanges,
  maxLiveConnections,
  maxLivePackets,
  requestsPerMinute,
} from './policy.ts'
import { createTokenBucket } from './token-bucket.ts'
import { createWindowCounter, type WindowCounter } from './window-counter.ts'

type RequestKind = keyof typeof requestsPerMinute
type LiveKind = keyof typeof livePerMinute
const requestKinds = Object.keys(requestsPerMinute) as RequestKind[]

export type HeavyUse = [kind: RequestKind, address: string, uses: number]

/** Those that count, check or enqueue throw too_many_requests above the limit. */
export type RateLimits = {
  count: (kind: RequestKind, request: Pick<FastifyRequest, 'ip'>) => Promise<void>
  /** What other processes must know of, since it was last asked. */
  takeHeavyUses: () => HeavyUse[]
  countElsewhere: (uses: readonly HeavyUse[]) => void
  /** Counts what a live connection does; `key` is its address, or its account. */
  countLive: (kind: LiveKind, key: string) => void
  checkMarketChange: (accountId: string) => void
  countMarketChange: (accountId: string) => void
  checkConnectionCount: (connections: number) => void
  checkPacketCount: (packets: number) => void
  enqueue: <T>(
    kind: keyof typeof concurrency,
    address: string,
    work: () => Promise<T>,
    options?: QueueOptions,
  ) => Promise<T>
  reserveBody: ReserveBody
  enqueueUpload: <T>(
    accountId: string,
    work: () => Promise<T>,
    options?: QueueOptions,
  ) => Promise<T>
}

// Nobody reads this error: the connection is closed.
const disconnected = new AppError('unreadable')

/**
 * Returns a function that gives a signal, made on its first call: it aborts when the client closes
 * the connection. Fastify's `request.signal` also aborts when a body has been read.
 */
export function disconnectSignal(response: ServerResponse): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (controller) return controller.signal
    const created = new AbortController()
    controller = created
    if (response.closed) created.abort(disconnected)
    else response.once('close', () => created.abort(disconnected))
    return created.signal
  }
}

/**
 * The address of requests that the server makes to itself while it renders a page. They have no
 * limits, because the page was counted. Random, so that no client can claim it.
 */
export const internalAddress = `self ${randomBytes(16).toString('hex')}`

/**
 * The address that limits count by, without a port or brackets that a proxy adds. Of IPv6 only the
 * first 64 bits, because one household has all addresses below them.
 */
export function clientAddress({ ip }: { ip: string | undefined }): string {
  if (ip === internalAddress) return internalAddress
  const text = ip?.trim() ?? ''
  const address = (/^\[([^\]]*)\]/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')).replace(
    /%.*$/,
    '',
  )
  return isIP(address) === 0 ? 'unknown' : normalizeIP(address, 64)
}

/** Trusts only the nearest proxies: entries further left in X-Forwarded-For can be forged. */
export const trustNearestProxies = (proxies: number) => (_address: string, hop: number) =>
  hop < proxies

export const rawClientAddress = (request: IncomingMessage, proxies: number): string =>
  clientAddress({ ip: proxyAddr(request, trustNearestProxies(proxies)) })

type QueueKind = keyof typeof concurrency
const queueKinds = Object.keys(concurrency) as QueueKind[]

function createQueues(metrics: Metrics): Record<QueueKind, FairQueue> {
  const uses = new Map(queueKinds.map((kind) => [kind, newQueueUse()]))
  const labelNames = ['queue']
  const read = (field: keyof QueueUse) => () =>
    [...uses].map(([queue, use]) => [{ queue }, use[field]] as const)
  metrics.showNow({ name: 'queue_running', help: 'Work that runs', labelNames }, read('running'))
  metrics.showNow({ name: 'queue_waiting', help: 'Work that waits', labelNames }, read('waiting'))
  metrics.showTotal(
    { name: 'queue_refused_total', help: 'Work refused by a full queue', labelNames },
    read('refused'),
  )
  const create = (kind: QueueKind) => {
    const { running, waiting } = concurrency[kind]
    return createFairQueue(running, waiting, uses.get(kind))
  }
  return Object.fromEntries(queueKinds.map((kind) => [kind, create(kind)])) as Record<
    QueueKind,
    FairQueue
  >
}

export function createRateLimits(metrics: Metrics, isOn: boolean): RateLimits {
  const counters: Record<RequestKind, WindowCounter> = {
    calls: createWindowCounter(requestsPerMinute.calls),
    pages: createWindowCounter(requestsPerMinute.pages),
    searches: createWindowCounter(requestsPerMinute.searches),
    files: createWindowCounter(requestsPerMinute.files),
    photos: createWindowCounter(requestsPerMinute.photos),
  }
  const queues = createQueues(metrics)
  /** `retryAfter` is in seconds; 0 means within the limit. */
  const throwIfLimited = (limit: string, retryAfter: number): void => {
    if (retryAfter <= 0) return
    metrics.refusals.inc({ limit })
    throw new AppError('too_many_requests', { retryAfter })
  }
  const buckets = {
    requests: createTokenBucket(livePerMinute.requests),
    connections: createTokenBucket(livePerMinute.connections),
    events: createTokenBucket(livePerMinute.events),
    eventsOfAccount: createTokenBucket(livePerMinute.eventsOfAccount),
    packets: createTokenBucket(livePerMinute.packets),
    packetsOfAccount: createTokenBucket(livePerMinute.packetsOfAccount),
  }
  const changes = createTokenBucket(marketChanges.perMinute, () => Date.now(), marketChanges.burst)
  return {
    count: async (kind, request) => {
      if (!isOn || clientAddress(request) === internalAddress) return
      throwIfLimited(kind, counters[kind].count(clientAddress(request)))
    },
    takeHeavyUses: () =>
      requestKinds.flatMap((kind) =>
        counters[kind].takeHeavy().map(([key, uses]): HeavyUse => [kind, key, uses]),
      ),
    countElsewhere: (heavy) => {
      // A process of another version may count other kinds.
      for (const [kind, key, uses] of heavy) counters[kind]?.add(key, uses)
    },
    countLive: (kind, key) => {
      if (isOn) throwIfLimited(`live ${kind}`, buckets[kind](key))
    },
    checkMarketChange: (accountId) => {
      if (isOn) throwIfLimited('changes', changes(accountId, 0))
    },
    countMarketChange: (accountId) => void changes(accountId),
    checkConnectionCount: (connections) => {
      if (isOn && connections >= maxLiveConnections) throwIfLimited('live connections at once', 5)
    },
    checkPacketCount: (packets) => {
      if (isOn && packets > maxLivePackets.count)
        throwIfLimited('packets of a connection', maxLivePackets.windowMs / 1000)
    },
    enqueue: (kind, address, work, options) =>
      isOn && address !== internalAddress ? queues[kind](address, work, options) : work(),
    reserveBody: createBodyBudget(),
    enqueueUpload: createFairQueue(1),
  }
}
