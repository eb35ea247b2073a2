// Runs background jobs. Jobs of one kind run one after the other. A slow job, for example because a
// mail server doesn't respond, doesn't delay jobs of other kinds.
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { type Log, logFields, newLogId, withLogFields, withoutLogFields } from './log.ts'

/**
 * A job counts as stuck after `stuckMs`. Work on the whole market may take `maxWholeMarketMs`, and
 * a run of emails 17 minutes if the mail server never responds. A timed job also counts as stuck if
 * none of its runs ends for `overduePeriods` periods and `stuckMs`.
 */
export const jobTimes = { stuckMs: 20 * 60_000, overduePeriods: 3 }

type Work = (signal: AbortSignal) => Promise<void>

/**
 * Returns the kind of a job. If a job is queued separately for many objects, its name ends with an
 * object's id.
 */
const kindOf = (name: string) => name.replace(/ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')

type Options = {
  log: Log
  metrics: Pick<Metrics, 'jobRuns' | 'jobSeconds' | 'jobSuccess'>
  isTimed: boolean
}

type Kind = {
  queue: Map<string, { work: Work; requestId: string | undefined }>
  /** The time at which the current job started. */
  since: number
  ended: Promise<void>
}

export function createJobs({ log, metrics, isTimed }: Options) {
  const running = new Map<string, Kind>()
  const timers: NodeJS.Timeout[] = []
  /** By the monotonic clock, like timers, so that a machine that slept isn't unready at once. */
  const timed = new Map<string, { periodMs: number; endedAt: number }>()
  const closing = new AbortController()
  const { signal } = closing

  async function run(job: string, work: Work): Promise<void> {
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

  /** Runs the queued jobs, including those that are queued in the meantime. */
  async function runQueue(job: string, kind: Kind): Promise<void> {
    for (const [name, { work, requestId }] of kind.queue) {
      if (signal.aborted) break
      kind.queue.delete(name)
      kind.since = Date.now()
      const fields = { job, run: newLogId(), ...(requestId && { requestId }) }
      await withLogFields(fields, () => run(job, work))
      const timing = timed.get(name)
      if (timing) timing.endedAt = performance.now()
    }
    running.delete(job)
  }

  function start(job: string): Kind {
    const kind: Kind = { queue: new Map(), since: Date.now(), ended: Promise.resolve() }
    running.set(job, kind)
    kind.ended = withoutLogFields(() => kind.ended.then(() => runQueue(job, kind)))
    return kind
  }

  const allEnded = () => Promise.all([...running.values()].map(({ ended }) => ended))

  const isOverdue = ({ periodMs, endedAt }: { periodMs: number; endedAt: number }) =>
    performance.now() - endedAt > periodMs * jobTimes.overduePeriods + jobTimes.stuckMs

  /**
   * Runs `work` after the queued jobs of the same kind. A name that is already queued isn't queued
   * again.
   */
  function soon(name: string, work: Work): void {
    if (signal.aborted) return
    const job = kindOf(name)
    const { queue } = running.get(job) ?? start(job)
    queue.set(name, { work, requestId: logFields()?.requestId })
  }

  return {
    soon,
    /**
     * Queues `work` once per period, for the first time after one period. Does nothing unless jobs
     * are timed.
     */
    every(seconds: number, name: string, work: Work): void {
      if (!isTimed) return
      timed.set(name, { periodMs: seconds * 1000, endedAt: performance.now() })
      timers.push(setInterval(() => soon(name, work), seconds * 1000).unref())
    },
    idle: async () => {
      while (running.size > 0) await allEnded()
    },
    /** Returns the name of a job that has been running for too long, or is overdue. */
    findStuck: () =>
      ([...running].find(([, { since }]) => Date.now() - since > jobTimes.stuckMs) ??
        [...timed].find(([, timing]) => isOverdue(timing)))?.[0],
    close: async () => {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await allEnded()
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>
