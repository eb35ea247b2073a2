// Whether this process can do its work: load balancers ask, every few seconds each.
import type { Log } from './log.ts'

const names = ['database', 'storage', 'jobs'] as const
export type CheckName = (typeof names)[number]
/** `run` rejects if the check fails. While it runs, the last result counts for `patienceMs`. */
type Check = { run: () => Promise<void>; freshMs: number; patienceMs?: number }
export type Readiness = { isReady: boolean; checks: Record<CheckName, 'ok' | 'failed'> }

type Options = {
  log: Pick<Log, 'error' | 'info'>
  timeoutMs: number
  now?: () => number
}

const noAnswer = new Error('no answer in time')

/**
 * One question at a time, however many ask, and an answer counts for a while. One that takes too
 * long counts as failed, and isn't asked again before it has ended.
 */
function createQuestion(
  name: CheckName,
  { run, freshMs, patienceMs = 0 }: Check,
  { log, timeoutMs, now = () => Date.now() }: Options,
): () => Promise<boolean> {
  let running: Promise<void> | undefined
  let askedAt = 0
  let asking: Promise<boolean> | undefined
  let last: { isOk: boolean; at: number } | undefined

  async function ask(): Promise<boolean> {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(noAnswer), timeoutMs)
    if (!running) {
      askedAt = now()
      running = run().finally(() => {
        running = undefined
      })
    }
    const error = await Promise.race([running, timeout.promise]).then(
      () => undefined,
      (error: unknown) => error,
    )
    clearTimeout(timer)
    if (error === noAnswer && last?.isOk && now() - askedAt < patienceMs) return true
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
  const questions = names.map((name) => ({
    name,
    ask: createQuestion(name, checks[name], options),
  }))
  return async () => {
    const answers = await Promise.all(
      questions.map(async ({ name, ask }) => [name, (await ask()) ? 'ok' : 'failed'] as const),
    )
    return {
      isReady: answers.every(([, word]) => word === 'ok'),
      checks: Object.fromEntries(answers) as Readiness['checks'],
    }
  }
}
