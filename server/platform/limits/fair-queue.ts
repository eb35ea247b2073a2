import { AppError } from '#contract/common/errors.ts'

/**
 * `client` is who shares the key with others: clients of a key take turns. `getSignal` is called
 * only if the work has to wait, and its signal cancels the waiting.
 */
export type QueueOptions = { client?: string; getSignal?: () => AbortSignal }

/** Throws too_many_requests if the queue of the key is full, or the signal's reason. */
export type FairQueue = <T>(
  key: string,
  work: () => Promise<T>,
  options?: QueueOptions,
) => Promise<T>

/** Of all keys together. */
export type QueueUse = { running: number; waiting: number; refused: number }
export const newQueueUse = (): QueueUse => ({ running: 0, waiting: 0, refused: 0 })

type Waiter = PromiseWithResolvers<void>
type Queue = { running: number; waiting: number; waiters: Map<string, Set<Waiter>> }

function remove(queue: Queue, client: string, waiter: Waiter): void {
  const waiters = queue.waiters.get(client)
  if (!waiters?.delete(waiter)) return
  queue.waiting--
  if (waiters.size === 0) queue.waiters.delete(client)
}

/** Rejects the last waiter of the client with most waiters; throws if that is `client`. */
function makeRoom(queue: Queue, client: string): void {
  const error = new AppError('too_many_requests', { retryAfter: 1 })
  const [longest, waiters] = [...queue.waiters].reduce(
    (max, entry) => (entry[1].size > max[1].size ? entry : max),
    ['', new Set<Waiter>()] as [string, Set<Waiter>],
  )
  const last = [...waiters].at(-1)
  if (!last || waiters.size <= (queue.waiters.get(client)?.size ?? 0) + 1) throw error
  remove(queue, longest, last)
  last.reject(error)
}

function startNext(queue: Queue): boolean {
  const [first] = queue.waiters
  if (!first) return false
  const [client, waiters] = first
  const [next] = waiters
  // Deleted and set again, the client moves to the end of the rotation.
  queue.waiters.delete(client)
  queue.waiters.set(client, waiters)
  if (next) remove(queue, client, next)
  next?.resolve()
  return true
}

async function wait(queue: Queue, client: string, signal: AbortSignal | undefined): Promise<void> {
  const waiter: Waiter = Promise.withResolvers()
  const waiters = queue.waiters.get(client) ?? new Set()
  queue.waiters.set(client, waiters.add(waiter))
  queue.waiting++
  const cancel = () => {
    remove(queue, client, waiter)
    waiter.reject(signal?.reason)
  }
  signal?.addEventListener('abort', cancel)
  return waiter.promise.finally(() => signal?.removeEventListener('abort', cancel))
}

/**
 * Runs at most `max` works of each key at once and lets `maxWaiting` more wait. `use` is kept up to
 * date.
 */
export function createFairQueue(
  max: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  use = newQueueUse(),
): FairQueue {
  const queues = new Map<string, Queue>()
  return async (key, work, { client = '', getSignal } = {}) => {
    const queue = queues.get(key) ?? { running: 0, waiting: 0, waiters: new Map() }
    queues.set(key, queue)
    if (queue.running < max) queue.running++
    else {
      const signal = getSignal?.()
      signal?.throwIfAborted()
      if (queue.waiting >= maxWaiting) {
        use.refused++
        makeRoom(queue, client)
      }
      use.waiting++
      await wait(queue, client, signal).finally(() => use.waiting--)
    }
    use.running++
    try {
      return await work()
    } finally {
      use.running--
      if (!startNext(queue) && --queue.running === 0) queues.delete(key)
    }
  }
}
