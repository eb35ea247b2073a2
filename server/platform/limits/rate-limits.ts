// Keeps one visitor from using up the server. Each process counts for itself.
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { clientAddress, internalAddress } from './addresses.ts'
import { createCounter } from './counter.ts'
import { createQueue, type Queue } from './queue.ts'

/**
 * Uses per minute and network address; `events` instead counts the live events that an account
 * sends, over all its connections, and `tokens` the requests with an API token. Hundreds of people
 * in a hostel or behind a mobile carrier may share an address.
 */
export const usesPerMinute = {
  calls: 3000,
  pages: 1500,
  searches: 600,
  files: 60_000,
  photos: 12_000,
  events: 1200,
  tokens: 600,
} as const

type Kind = keyof typeof usesPerMinute

/** All of these functions throw too_many_requests above the limit. */
export type RateLimits = {
  count: (kind: Exclude<Kind, 'events' | 'tokens'>, request: Pick<FastifyRequest, 'ip'>) => void
  countEvent: (accountId: string) => void
  countToken: (tokenHash: string) => void
  /** Runs a request's work when its address has a free slot. */
  enqueue: <T>(
    kind: 'calls' | 'searches' | 'pages',
    address: string,
    work: () => Promise<T>,
  ) => Promise<T>
  /** Runs while an account sends a form with photos. Each account may send two at the same time. */
  whileSending: Queue
}

export function createRateLimits({ refusals }: Metrics, isOn: boolean): RateLimits {
  const counters = new Map(
    Object.entries(usesPerMinute).map(([kind, max]) => [kind, createCounter(max)]),
  )
  // Limits per address. 300 people behind one address may press a button at the same moment.
  const queues = {
    calls: createQueue(8, 2000),
    searches: createQueue(2, 1000),
    pages: createQueue(8, 1000),
  }
  function count(limit: Kind, key: string): void {
    const retryAfter = isOn && key !== internalAddress ? counters.get(limit)?.(key) : 0
    if (!retryAfter) return
    refusals.inc({ limit })
    throw new AppError('too_many_requests', { retryAfter })
  }
  return {
    count: (kind, request) => count(kind, clientAddress(request)),
    countEvent: (accountId) => count('events', accountId),
    countToken: (tokenHash) => count('tokens', tokenHash),
    enqueue: (kind, address, work) =>
      isOn && address !== internalAddress ? queues[kind](address, work) : work(),
    whileSending: createQueue(2, 0),
  }
}
