// Limits that keep one visitor from taking the server from the others. Each process counts alone.
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { clientAddress, internalAddress } from './addresses.ts'
import { type Counter, createCounter } from './counter.ts'
import {
  concurrency,
  livePerMinute,
  maxForms,
  maxLiveConnections,
  requestsPerMinute,
} from './policy.ts'
import { createQueue, type Queue, type QueueOptions } from './queue.ts'

/** All of them throw too_many_requests above the limit. */
export type RateLimits = {
  count: (kind: keyof typeof requestsPerMinute, request: Pick<FastifyRequest, 'ip'>) => void
  /** Counts what live connections do; `key` is an address or an account. */
  countLive: (kind: keyof typeof livePerMinute, key: string) => void
  checkConnectionCount: (connections: number) => void
  /** Runs a request's work when its address has a place for it. */
  enqueue: <T>(
    kind: keyof typeof concurrency,
    address: string,
    work: () => Promise<T>,
    options?: QueueOptions,
  ) => Promise<T>
  /** One upload of an account after the other. */
  enqueueUpload: Queue
  /** Runs while the account sends a form with photos, of which it may send a few at once. */
  whileSending: <T>(accountId: string, work: () => Promise<T>) => Promise<T>
}

const mapValues = <K extends string, V, W>(record: Record<K, V>, map: (value: V) => W) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, map(value as V)]),
  ) as Record<K, W>

export function createRateLimits(metrics: Metrics, isOn: boolean): RateLimits {
  const counters = mapValues<keyof typeof requestsPerMinute, number, Counter>(
    requestsPerMinute,
    createCounter,
  )
  const liveCounters = mapValues<keyof typeof livePerMinute, number, Counter>(
    livePerMinute,
    createCounter,
  )
  const queues = mapValues<keyof typeof concurrency, { running: number; waiting: number }, Queue>(
    concurrency,
    ({ running, waiting }) => createQueue(running, waiting),
  )
  const forms = new Map<string, number>()
  /** `retryAfter` is in seconds; 0 means within the limit. */
  const throwIfLimited = (limit: string, retryAfter: number): void => {
    if (retryAfter <= 0) return
    metrics.refusals.inc({ limit })
    throw new AppError('too_many_requests', { retryAfter })
  }
  return {
    count: (kind, request) => {
      const address = clientAddress(request)
      if (isOn && address !== internalAddress) throwIfLimited(kind, counters[kind](address))
    },
    countLive: (kind, key) => {
      if (isOn) throwIfLimited(`live ${kind}`, liveCounters[kind](key))
    },
    checkConnectionCount: (connections) => {
      if (isOn && connections >= maxLiveConnections) throwIfLimited('live connections at once', 5)
    },
    enqueue: (kind, address, work, options) =>
      isOn && address !== internalAddress ? queues[kind](address, work, options) : work(),
    enqueueUpload: createQueue(1),
    whileSending: async (accountId, work) => {
      const running = forms.get(accountId) ?? 0
      if (running >= maxForms) throwIfLimited('forms at once', 10)
      forms.set(accountId, running + 1)
      try {
        return await work()
      } finally {
        const left = (forms.get(accountId) ?? 1) - 1
        if (left > 0) forms.set(accountId, left)
        else forms.delete(accountId)
      }
    },
  }
}
