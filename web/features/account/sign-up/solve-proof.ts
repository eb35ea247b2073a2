import { requestSignupChallenge } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/common/errors.ts'
import { call } from '#web/api/client.ts'

function solveInWorker(challenge: object): Promise<object> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<object>()
  const fail = () => reject(new AppError('too_many_signups'))
  worker.onmessage = ({ data }: MessageEvent<object | null>) => (data ? resolve(data) : fail())
  worker.onerror = fail
  worker.postMessage(challenge)
  return promise.finally(() => worker.terminate())
}

/** A solved proof of work. Throws too_many_signups where none would help, or none can be made. */
export async function solveSignupProof(): Promise<string> {
  const { challenge: json } = await call(requestSignupChallenge, {})
  const challenge: object = JSON.parse(json)
  return JSON.stringify({ challenge, solution: await solveInWorker(challenge) })
}
