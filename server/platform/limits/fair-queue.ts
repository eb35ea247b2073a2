// Turns: how much of one key's work runs at once, and how much more of it may wait.
import { AppError } from '#contract/errors.ts'

/** Whose work it is among that of its key; `gone`, asked when there is a wait, gives a signal that ends it for whoever has gone. */
export type QueueOptions = { of?: string; gone?: () => AbortSignal }

/**
 * Runs `work` in its turn among that of the same key. Throws too_many_requests when too much waits already, and the
 * signal's reason when that is given before the turn has come.
 */
export type FairQueue = <T>(
  key: string,
  work: () => Promise<T>,
  waiter?: QueueOptions,
) => Promise<T>

type Waiting = PromiseWithResolvers<void>
/** `lines` holds, for each of those who share a key, what waits; whose turn is next stands first. */
type Queue = { running: number; waiting: number; lines: Map<string, Set<Waiting>> }

function leave(queue: Queue, of: string, one: Waiting): void {
  const line = queue.lines.get(of)
  if (!line?.delete(one)) return
  queue.waiting--
  if (line.size === 0) queue.lines.delete(of)
}

/** Makes room in a full queue for one more of `of`: whoever has most waiting loses the last of it, or, being no worse off, `of` is refused. */
function makeRoom(queue: Queue, of: string): void {
  const refusal = new AppError('too_many_requests', { retryAfter: 1 })
  const [longest, line] = [...queue.lines].reduce(
    (max, other) => (other[1].size > max[1].size ? other : max),
    ['', new Set<Waiting>()] as [string, Set<Waiting>],
  )
  const last = [...line].at(-1)
  if (!last || line.size <= (queue.lines.get(of)?.size ?? 0) + 1) throw refusal
  leave(queue, longest, last)
  last.reject(refusal)
}

/** Gives the turn that has become free to the next of those who wait, one of each in rotation; false where nobody waits. */
function passOn(queue: Queue): boolean {
  const [first] = queue.lines
  if (!first) return false
  const [of, line] = first
  const [one] = line
  // To the end of the rotation.
  queue.lines.delete(of)
  queue.lines.set(of, line)
  if (one) leave(queue, of, one)
  one?.resolve()
  return true
}

async function wait(queue: Queue, of: string, signal: AbortSignal | undefined): Promise<void> {
  const one: Waiting = Promise.withResolvers()
  const line = queue.lines.get(of) ?? new Set()
  queue.lines.set(of, line.add(one))
  queue.waiting++
  const go = () => {
    leave(queue, of, one)
    one.reject(signal?.reason)
  }
  signal?.addEventListener('abort', go)
  return one.promise.finally(() => signal?.removeEventListener('abort', go))
}

/**
 * Lets `most` pieces of work of each key run at once and `mostWaiting` more wait. Those who share a key take turns, so
 * that nobody waits for all that another one has waiting.
 */
export function createFairQueue(max: number, mostWaiting = Number.POSITIVE_INFINITY): FairQueue {
  const queues = new Map<string, Queue>()
  return async (key, work, { of = '', gone } = {}) => {
    const queue = queues.get(key) ?? { running: 0, waiting: 0, lines: new Map() }
    queues.set(key, queue)
    if (queue.running < max) queue.running++
    else {
      const signal = gone?.()
      signal?.throwIfAborted()
      if (queue.waiting >= mostWaiting) makeRoom(queue, of)
      await wait(queue, of, signal)
    }
    try {
      return await work()
    } finally {
      if (!passOn(queue) && --queue.running === 0) queues.delete(key)
    }
  }
}
