// Turns: how much of one caller's work runs at once, and how much more of it may wait.
import { Refusal } from '#contract/errors.ts'

/** Runs `work` in its turn among that of the same key. Throws too_many_requests when too much waits already. */
export type Gate = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Lets `most` pieces of work of each key run at once and `mostWaiting` more wait, first come, first served. */
export function createGate(most: number, mostWaiting = Number.POSITIVE_INFINITY): Gate {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < most) queue.running++
    else if (queue.waiting.length < mostWaiting) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else throw new Refusal('too_many_requests', { retryAfter: 1 })
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
