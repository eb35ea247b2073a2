// Background work: one job after the other, so that requests find the database free. One that is
// slow, as with a mail server that says nothing, goes on beside the others.
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Log } from './log.ts'
import { logFields, newLogId, withLogFields, withoutLogFields } from './log-fields.ts'
import { jobPatienceMs, jobsStuckMs } from './policy.ts'

type Work = (signal: AbortSignal) => Promise<void>

export type Jobs = {
  /**
   * Runs `work` after the jobs already queued; a name that is still queued isn't queued twice. No
   * two jobs of one kind run at the same time.
   */
  soon: (name: string, work: Work) => void
  /** Queues `work` once in each period, if jobs are timed; the first time after one period. */
  every: (seconds: number, name: string, work: Work) => void
  idle: () => Promise<void>
  /** Whether jobs wait, and none has ended or begun for too long. */
  isStuck: () => boolean
  close: () => Promise<void>
}

/** What is queued once for each of many things has an id at its end. */
const kindOf = (name: string) => name.replace(/ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')

type Options = {
  log: Log
  metrics: Pick<Metrics, 'jobRuns' | 'jobSeconds' | 'jobSuccess'>
  isTimed: boolean
  /** After these a job lets others begin, and none having ended is a failure. */
  patienceMs?: number
  stuckMs?: number
}

export function createJobs({
  log,
  metrics,
  isTimed,
  patienceMs = jobPatienceMs,
  stuckMs = jobsStuckMs,
}: Options): Jobs {
  const queue = new Map<string, { work: Work; requestId: string | undefined }>()
  const running = new Map<string, Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  let turns: Promise<void> | undefined
  let turnAt = 0
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

  /** The first in the queue of whose kind none runs. */
  const findNext = () => [...queue.keys()].find((name) => !running.has(kindOf(name)))

  async function runQueue() {
    for (let name = findNext(); name !== undefined && !signal.aborted; name = findNext()) {
      const { work, requestId } = queue.get(name) ?? {}
      queue.delete(name)
      if (!work) continue
      const job = kindOf(name)
      const fields = { job, run: newLogId(), ...(requestId && { requestId }) }
      turnAt = Date.now()
      const ended = withLogFields(fields, () => run(name, work)).then(() => {
        running.delete(job)
        turnAt = Date.now()
        takeTurns()
      })
      running.set(job, ended)
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, patienceMs)
      await Promise.race([ended, patience.promise])
      clearTimeout(timer)
    }
    turns = undefined
  }

  function takeTurns(): void {
    turns ??= withoutLogFields(() => Promise.resolve().then(runQueue))
  }

  const jobs: Jobs = {
    soon(name, work) {
      if (signal.aborted) return
      if (queue.size === 0 && running.size === 0) turnAt = Date.now()
      queue.set(name, { work, requestId: logFields()?.requestId })
      takeTurns()
    },
    every(seconds, name, work) {
      if (!isTimed) return
      timers.push(setInterval(() => jobs.soon(name, work), seconds * 1000).unref())
    },
    idle: async () => {
      while (turns || running.size > 0) await Promise.all([turns, ...running.values()])
    },
    isStuck: () => queue.size > 0 && Date.now() - turnAt > stuckMs,
    close: async () => {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([turns, ...running.values()])
    },
  }
  return jobs
}
