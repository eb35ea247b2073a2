// Background work: one job at a time, and the server waits for it when it closes.
import type { Log } from './log.ts'

type Work = (signal: AbortSignal) => Promise<void>

export type Jobs = {
  /** Runs `work` after the jobs already queued; a name that is still queued isn't queued twice. */
  soon: (name: string, work: Work) => void
  /** Queues `work` once in each period, if jobs are timed; the first time after one period. */
  every: (seconds: number, name: string, work: Work) => void
  idle: () => Promise<void>
  close: () => Promise<void>
}

export function createJobs(log: Log, isTimed = true): Jobs {
  const queue = new Map<string, Work>()
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const { signal } = closing

  async function runQueue() {
    for (
      let next = queue.entries().next();
      !next.done && !signal.aborted;
      next = queue.entries().next()
    ) {
      const [name, work] = next.value
      queue.delete(name)
      await work(signal).catch((error: unknown) =>
        log.error({ error, job: name }, 'a background job failed'),
      )
    }
    running = undefined
  }

  const jobs: Jobs = {
    soon(name, work) {
      if (signal.aborted) return
      queue.set(name, work)
      running ??= Promise.resolve().then(runQueue)
    },
    every(seconds, name, work) {
      if (!isTimed) return
      timers.push(setInterval(() => jobs.soon(name, work), seconds * 1000).unref())
    },
    idle: async () => {
      while (running) await running
    },
    close: async () => {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
  return jobs
}
