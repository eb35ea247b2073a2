import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/common/errors.ts'

/** `getSignal` is called only if the work has to wait, and its signal cancels the waiting. */
export type QueueOptions = { getSignal?: () => AbortSignal }

/** Throws too_many_requests if the queue of the key is full, or the signal's reason. */
export type Queue = <T>(key: string, work: () => Promise<T>, options?: QueueOptions) => Promise<T>

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

/** Runs at most `max` works of each key at once; `maxWaiting` more wait in the order they came. */
export function createQueue(max: number, maxWaiting = Number.POSITIVE_INFINITY): Queue {
  const queues = new Map<string, { running: number; waiting: Set<() => void> }>()
  return async (key, work, { getSignal } = {}) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    if (queue.running < max) queue.running++
    else {
      const signal = getSignal?.()
      signal?.throwIfAborted()
      if (queue.waiting.size >= maxWaiting)
        throw new AppError('too_many_requests', { retryAfter: 1 })
      await new Promise<void>((resolve, reject) => {
        queue.waiting.add(resolve)
        signal?.addEventListener('abort', () => {
          if (queue.waiting.delete(resolve)) reject(signal.reason)
        })
      })
    }
    try {
      return await work()
    } finally {
      const [next] = queue.waiting
      // The next work takes over this one's place.
      if (next) {
        queue.waiting.delete(next)
        next()
      } else if (--queue.running === 0) queues.delete(key)
    }
  }
}
