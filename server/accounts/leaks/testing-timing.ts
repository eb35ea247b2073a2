// Measures whether a call takes as long for a known email as for an unknown one.
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
 * Calls both in pairs, in random order, so that load on the machine affects both equally. `number`
 * is different for each pair. The first `warmUp` pairs don't count. With 500 pairs, p > 0.01 means
 * that no difference was detected.
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
    // The order is random, so that periodic load on the machine favors neither.
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
 * Compares responses that a stranger can get from a server with `RATE_LIMIT=0`. Logins and reset
 * requests use a buyer's email and an unknown one. Sign-ups as a buyer use the buyer's email and
 * the email of a seller account: the rejection can't be hidden, but the role of the email can.
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
