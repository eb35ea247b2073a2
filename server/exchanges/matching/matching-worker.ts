// The thread of the matching: it counts for seconds, so it must not be the main one.
import { parentPort, workerData } from 'node:worker_threads'
import type { ExchangeMarket } from './market.ts'
import { type Matching, matchMarket } from './match.ts'
import type { Limits } from './policy.ts'

export type WorkerInput = { market: ExchangeMarket; limits: Limits }
/** First what was chosen without HiGHS, then the answer. */
export type WorkerMessage = { isLast: boolean; matching: Matching }

if (parentPort) {
  const port = parentPort
  const { market, limits } = workerData as WorkerInput
  const post = (message: WorkerMessage) => port.postMessage(message)
  const matching = await matchMarket(market, limits, (first) =>
    post({ isLast: false, matching: first }),
  )
  post({ isLast: true, matching })
}
