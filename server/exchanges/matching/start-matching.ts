import { Worker } from 'node:worker_threads'
import type { ExchangeMarket } from './market.ts'
import { type Matching, matchWithoutSolver } from './match.ts'
import type { WorkerInput, WorkerMessage } from './matching-worker.ts'
import { type Limits, limitsWithoutThread, limits as usualLimits } from './policy.ts'

type StartedMatching = {
  /** Rejects only for a market that makes no sense. */
  matching: Promise<Matching>
  /** Ends the thread at once, as a crash would. */
  kill: () => Promise<void>
}

/**
 * Starts the matching of a market in a thread of its own. Where that ends early, the answer is what
 * it had chosen until then, or what is chosen here in a moment; `report.solver` says so. `onFirst`
 * is called when something was chosen, before it is improved.
 */
export function startMatching(
  market: ExchangeMarket,
  limits: Limits = usualLimits,
  onFirst: () => void = () => {},
): StartedMatching {
  // Without the process's own flags: they may contain its program, as `--eval` does.
  const worker = new Worker(new URL('./matching-worker.ts', import.meta.url), {
    workerData: { market, limits } satisfies WorkerInput,
    execArgv: [],
  })
  const matching = new Promise<Matching>((resolve, reject) => {
    let first: Matching | undefined
    worker.on('message', (message: WorkerMessage) => {
      if (message.isLast) resolve(message.matching)
      else {
        first = message.matching
        onFirst()
      }
    })
    worker.on('error', () => {})
    worker.on('exit', () => {
      try {
        resolve(first ?? matchWithoutSolver(market, limitsWithoutThread))
      } catch (error) {
        reject(error)
      }
    })
  })
  return { matching, kill: async () => void (await worker.terminate()) }
}
