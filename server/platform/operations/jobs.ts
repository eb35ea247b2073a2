// Background work: one job at a time, and the server waits for it when it closes.
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Log } from './log.ts'
import { logFields, newLogId, withLogFields, withoutLogFields } from './log-fields.ts'

type Work = (signal: AbortSignal) => Promise<void>

export type Jobs = {
  /** Runs `work` after the jobs already queued; a name that is still queued isn't queued twice. */
  soon: (name: string, work: Work) => void
  /** Queues `work` once in each period, if jobs are timed; the first time after one period. */
  every: (seconds: number, name: string, work: Work) => void
  idle: () => Promise<void>
  close: () => Promise<void>
}

/** What is queued once for each of many things has an id at its end. */
const kindOf = (name: string) => name.replace(/ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')

type Options = {
  log: Log
  metrics: Pick<Metrics, 'jobRuns' | 'jobSeconds' | 'jobSuccess'>
  isTimed: boolean
}

export function createJobs({ log, metrics, isTimed }: Options): Jobs {
  const queue = new Map<string, { work: Work; requestId: string | undefined }>()
  const timers: NodeJS.Timeout[] = []
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const { signal } = closing

  async function run(name: string, work: Work): Promise<void> {
    const job = kindOf(name)
    const start = performance.now()
    const end = (result: 'ok' | 'failed') => {
      const ms = performance.now() - start
      metrics.jobRuns.inc({ job, result })
      metrics.jobSeconds.observe({ job }, ms / 1000)
      log.debug({ ms: Math.round(ms), result }, 'job')
    }
    try {
      await work(signal)
      end('ok')
      metrics.jobSuccess.set({ job }, Date.now() / 1000)
    } catch (error) {
      end('failed')
      log.error({ error }, 'a background job failed')
    }
  }

  async function runQueue() {
    for (
      let next = queue.entries().next();
      !next.done && !signal.aborted;
      next = queue.entries().next()
    ) {
      const [name, { work, requestId }] = next.value
      queue.delete(name)
      const fields = { job: kindOf(name), run: newLogId(), ...(requestId && { requestId }) }
      await withLogFields(fields, () => run(name, work))
    }
    running = undefined
  }

  const jobs: Jobs = {
    soon(name, work) {
      if (signal.aborted) return
      queue.set(name, { work, requestId: logFields()?.requestId })
      running ??= withoutLogFields(() => Promise.resolve().then(runQueue))
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
