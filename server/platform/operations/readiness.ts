// Whether this process can do its work: load balancers ask, every few seconds each.
import type { Log } from './log.ts'

export type CheckName = 'database' | 'storage'
/** Rejects if that is out of reach. */
type Check = { run: () => Promise<void>; freshMs: number }
export type Readiness = { isReady: boolean; checks: Record<CheckName, 'ok' | 'failed'> }

type Options = {
  log: Pick<Log, 'error' | 'info'>
  timeoutMs: number
  now?: () => number
}

/**
 * One question at a time, however many ask, and an answer counts for a while. One that takes too
 * long counts as failed, and isn't asked again before it has ended.
 */
function createQuestion(
  name: CheckName,
  { run, freshMs }: Check,
  { log, timeoutMs, now = () => Date.now() }: Options,
): () => Promise<boolean> {
  let running: Promise<void> | undefined
  let asking: Promise<boolean> | undefined
  let last: { isOk: boolean; at: number } | undefined

  async function ask(): Promise<boolean> {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new Error('no answer in time')), timeoutMs)
    running ??= run().finally(() => {
      running = undefined
    })
    const error = await Promise.race([running, timeout.promise]).then(
      () => undefined,
      (error: unknown) => error,
    )
    clearTimeout(timer)
    const isOk = error === undefined
    if (!isOk && last?.isOk !== false) log.error({ error, check: name }, 'not ready')
    if (isOk && last?.isOk === false) log.info({ check: name }, 'ready again')
    last = { isOk, at: now() }
    return isOk
  }
  return async () => {
    if (last && now() - last.at < freshMs) return last.isOk
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

export function createReadiness(
  checks: Record<CheckName, Check>,
  options: Options,
): () => Promise<Readiness> {
  const database = createQuestion('database', checks.database, options)
  const storage = createQuestion('storage', checks.storage, options)
  const word = (isOk: boolean) => (isOk ? 'ok' : 'failed')
  return async () => {
    const [hasDatabase, hasStorage] = await Promise.all([database(), storage()])
    return {
      isReady: hasDatabase && hasStorage,
      checks: { database: word(hasDatabase), storage: word(hasStorage) },
    }
  }
}
