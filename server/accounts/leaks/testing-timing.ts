// Whether a call takes as long for a known email as for an unknown one: measures pairs, and
// compares the two distributions.
import { mannWhitneyP } from './mann-whitney.ts'

export type TimingResult = {
  pairs: number
  p: number
  medianMs: { known: number; unknown: number }
}

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

/**
 * Calls each as often, one after the other, in an order of chance, so that a
 * machine that gets slower or busy meets both alike. `number` tells the calls apart. The first
 * `warmUp` pairs don't count. With 500 pairs, a p above 0.01 says that no difference was seen.
 */
export async function compareTimes(
  known: (number: number) => Promise<unknown>,
  unknown: (number: number) => Promise<unknown>,
  { pairs = 500, warmUp = 20 }: { pairs?: number; warmUp?: number } = {},
): Promise<TimingResult> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let number = 0; number < pairs + warmUp; number++) {
    const calls = [
      ['known', known],
      ['unknown', unknown],
    ] as const
    // Which comes first is left to chance: whatever repeats on the machine favours neither.
    for (const [name, call] of Math.random() < 0.5 ? calls : calls.toReversed()) {
      const ms = await timeOf(() => call(number))
      if (number >= warmUp) times[name].push(ms)
    }
  }
  const medianMs = {
    known: median(times.known.toSorted((a, b) => a - b)),
    unknown: median(times.unknown.toSorted((a, b) => a - b)),
  }
  return { pairs, p: mannWhitneyP(times.known, times.unknown), medianMs }
}

type Known = { email: string; otherSideEmail: string }

const send = (base: string, path: string, body: object) =>
  fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.arrayBuffer())

const emailOfNobody = (number: number) => `nobody-${number}@example.com`
const password = 'not the password of it'

/**
 * Compares what a stranger can ask at a server with `RATE_LIMIT=0`: logins and requests for a link
 * with the email of a buyer and with nobody's, and sign-ups as a buyer with that email and with one
 * that only a seller account has (that a sign-up is refused can't be hidden, for which role can).
 */
export const compareAnswers = async (
  base: string,
  { email, otherSideEmail }: Known,
  options: { pairs?: number; warmUp?: number } = {},
): Promise<Record<'login' | 'reset' | 'signUp', TimingResult>> => ({
  login: await compareTimes(
    () => send(base, '/buyer/login', { email, password }),
    (number) => send(base, '/buyer/login', { email: emailOfNobody(number), password }),
    options,
  ),
  reset: await compareTimes(
    () => send(base, '/auth/forgot-password', { email, role: 'buyer' }),
    (number) =>
      send(base, '/auth/forgot-password', { email: emailOfNobody(number), role: 'buyer' }),
    options,
  ),
  signUp: await compareTimes(
    () => send(base, '/buyer/signup', { name: 'A', address: 'Pune', email, password }),
    () =>
      send(base, '/buyer/signup', { name: 'A', address: 'Pune', email: otherSideEmail, password }),
    options,
  ),
})
