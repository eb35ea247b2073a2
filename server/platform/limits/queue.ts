import { AppError } from '#contract/common/error-catalog.ts'

/** Runs `work` in a key's queue. Throws too_many_requests if that queue is full. */
export type Queue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Runs at most `max` tasks per key concurrently; up to `maxWaiting` more wait in order. */
export function createQueue(max: number, maxWaiting = Number.POSITIVE_INFINITY): Queue {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < max) queue.running++
    else if (queue.waiting.length < maxWaiting)
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else throw new AppError('too_many_requests', { retryAfter: 1 })
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      // The next task takes the place of this one, so `running` stays the same.
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
