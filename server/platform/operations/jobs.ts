// Runs background jobs one after the other, which leaves the database to requests. If a job is
// slow, for example because a mail server doesn't respond, others run beside it.
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Log } from './log.ts'
import { logFields, newLogId, withLogFields, withoutLogFields } from './log-fields.ts'

export const jobTimes = {
  /** After this time others may start beside a job. */
  patienceMs: 2000,
  /**
   * After this time a job counts as stuck. Work on the whole market may take `maxWholeMarketMs`; a
   * run of emails 17 minutes, if the mail server never responds.
   */
  stuckMs: 20 * 60_000,
}

type Work = (signal: AbortSignal) => Promise<void>

export type Jobs = {
  /**
   * Runs `work` after the queued jobs. A name is queued only once, and jobs of the same kind never
   * run at the same time.
   */
  soon: (name: string, work: Work) => void
  /** Queues `work` once per period, first after one period. Does nothing unless jobs are timed. */
  every: (seconds: number, name: string, work: Work) => void
  idle: () => Promise<void>
  findStuck: () => string | undefined
  close: () => Promise<void>
}

/** The name of a job that is queued separately for many things ends with an id. */
const kindOf = (name: string) => name.replace(/ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')

type Options = {
  log: Log
  metrics: Pick<Metrics, 'jobRuns' | 'jobSeconds' | 'jobSuccess'>
  isTimed: boolean
}

export function createJobs({ log, metrics, isTimed }: Options): Jobs {
  const queue = new Map<string, { work: Work; requestId: string | undefined }>()
  const running = new Map<string, { since: number; ended: Promise<void> }>()
  const timers: NodeJS.Timeout[] = []
  let turns: Promise<void> | undefined
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

  const findNext = () => [...queue.keys()].find((name) => !running.has(kindOf(name)))

  async function runQueue() {
    for (let name = findNext(); name !== undefined && !signal.aborted; name = findNext()) {
      const { work, requestId } = queue.get(name) ?? {}
      queue.delete(name)
      if (!work) continue
      const job = kindOf(name)
      const fields = { job, run: newLogId(), ...(requestId && { requestId }) }
      const since = Date.now()
      const ended = withLogFields(fields, () => run(name, work)).then(() => {
        running.delete(job)
        takeTurns()
      })
      running.set(job, { since, ended })
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, jobTimes.patienceMs)
      await Promise.race([ended, patience.promise])
      clearTimeout(timer)
    }
    turns = undefined
  }

  function takeTurns(): void {
    turns ??= withoutLogFields(() => Promise.resolve().then(runQueue))
  }

  const allEnded = () => Promise.all([turns, ...[...running.values()].map(({ ended }) => ended)])

  const jobs: Jobs = {
    soon(name, work) {
      if (signal.aborted) return
      queue.set(name, { work, requestId: logFields()?.requestId })
      takeTurns()
    },
    every(seconds, name, work) {
      if (!isTimed) return
      timers.push(setInterval(() => jobs.soon(name, work), seconds * 1000).unref())
    },
    idle: async () => {
      while (turns || running.size > 0) await allEnded()
    },
    findStuck: () =>
      [...running].find(([, { since }]) => Date.now() - since > jobTimes.stuckMs)?.[0],
    close: async () => {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await allEnded()
    },
  }
  return jobs
}
