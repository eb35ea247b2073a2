// Work that no request waits for: one thing at a time, awaited when the server closes.
import type { Log } from './log.ts'

/** The signal says that the server closes: long work breaks off. */
type Work = (signal: AbortSignal) => Promise<void>

export type Jobs = {
  /** Runs `work` soon, after what is already queued; a name that still waits isn't queued twice. */
  soon: (name: string, work: Work) => void
  /** Queues `work` again and again; the first time after one period. */
  every: (seconds: number, name: string, work: Work) => void
  /** Resolves when nothing is queued. */
  idle: () => Promise<void>
  /** Takes nothing new and waits for the running piece. */
  close: () => Promise<void>
}

export function createJobs(log: Log): Jobs {
  const waiting = new Map<string, Work>()
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const { signal } = closing

  async function drain() {
    for (
      let next = waiting.entries().next();
      !next.done && !signal.aborted;
      next = waiting.entries().next()
    ) {
      const [name, work] = next.value
      waiting.delete(name)
      await work(signal).catch((error: unknown) =>
        log.error({ error, job: name }, 'a background job failed'),
      )
    }
    running = undefined
  }

  const jobs: Jobs = {
    soon(name, work) {
      if (signal.aborted) return
      waiting.set(name, work)
      running ??= Promise.resolve().then(drain)
    },
    every(seconds, name, work) {
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
