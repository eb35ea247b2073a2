// Keeps one visitor from using up the server. Each process counts for itself.
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { clientAddress, internalAddress } from './addresses.ts'
import { createCounter } from './counter.ts'
import { createQueue } from './queue.ts'

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
export function createRateLimits({ refusals }: Metrics, isOn: boolean) {
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
  type AddressKind = Exclude<Kind, 'events' | 'tokens'>
  return {
    count: (kind: AddressKind, request: Pick<FastifyRequest, 'ip'>) =>
      count(kind, clientAddress(request)),
    countEvent: (accountId: string) => count('events', accountId),
    countToken: (tokenHash: string) => count('tokens', tokenHash),
    /** Runs a request's work when its address has a free slot. */
    enqueue: <T>(kind: keyof typeof queues, address: string, work: () => Promise<T>) =>
      isOn && address !== internalAddress ? queues[kind](address, work) : work(),
    /** Runs while an account sends a form with photos. Each account may send two at the same time. */
    whileSending: createQueue(2, 0),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
