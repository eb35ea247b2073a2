import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Options, type Result } from 'autocannon'
import { megabytesOf, type Program, processorSeconds } from './machine/processes.ts'

/** Times are in milliseconds; `processor` is processor time per response, in microseconds. */
export type Figures = { [name in Figure]?: number }
type Figure = 'perSecond' | 'p50' | 'p99' | 'processor' | 'megabytes'
export type Row = { what: string; side: string; figures: Figures }
export type Answer = { headers: Record<string, string>; body: string }
/** The result of a turn: each response's time in milliseconds, and the turn's length in seconds. */
export type Turn = { times: number[]; seconds: number }

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export async function measure(program: Program, work: () => Promise<Turn>): Promise<Figures> {
  const before = processorSeconds(program.pid)
  const { times, seconds } = await work()
  const busy = processorSeconds(program.pid) - before
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    processor: (busy * 1e6) / times.length,
    megabytes: megabytesOf(program.pid),
  }
}

/**
 * Measures all sides in turns with the same input, so that other load on the machine affects them
 * equally. The first round is a warm-up and doesn't count, unless `runs` is 0. Returns the medians.
 */
export async function inTurns<Input>(
  what: string,
  runs: number,
  prepare: () => Input,
  sides: Record<string, (input: Input) => Promise<Figures>>,
): Promise<Row[]> {
  const measured = new Map<string, Figures[]>()
  for (let round = 0; round <= runs; round++) {
    const input = prepare()
    for (const [side, takeTurn] of Object.entries(sides)) {
      const figures = await takeTurn(input)
      if (round > 0 || runs === 0) measured.set(side, [...(measured.get(side) ?? []), figures])
    }
  }
  return [...measured].map(([side, all]) => {
    const valuesOf = (name: Figure) => all.map((one) => one[name] ?? 0)
    const names = Object.keys(all[0] ?? {}) as Figure[]
    const figures = names.map((name) => [name, percentile(valuesOf(name), 0.5)])
    return { what, side, figures: Object.fromEntries(figures) }
  })
}

/** Lets each connection request its share of the URLs: once, or repeatedly for `seconds`. */
export async function requestAll(
  { port }: Program,
  addresses: readonly string[],
  { connections, seconds }: { connections: number; seconds?: number },
): Promise<Turn> {
  const times: number[] = []
  let clients = 0
  const begun = performance.now()
  let ended = begun
  // Turns of less than a second, in tests, end after this many requests.
  const few = Math.max(connections, Math.min(addresses.length, 50))
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const options: Options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    sampleInt: 20,
    ...(seconds && seconds >= 1
      ? { duration: seconds }
      : { amount: seconds ? few : addresses.length }),
    setupClient: (client) => {
      const first = clients++
      const own = addresses.filter((_, at) => at % connections === first)
      client.setRequests((own.length > 0 ? own : addresses).map((path) => ({ path })))
    },
  }
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  run.on('response', (_client, _status, _bytes, time) => {
    times.push(time)
    ended = performance.now()
  })
  const { non2xx, errors } = await promise
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers failed: ${addresses[0]}`)
  return { times, seconds: (ended - begun) / 1000 }
}

/** Starts `work` at a steady rate, even while earlier work is still running. */
export async function atRate(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<unknown>,
): Promise<Turn> {
  const times: number[] = []
  const working: Promise<unknown>[] = []
  const begun = performance.now()
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = begun + (number * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    working.push(work(number).then(() => times.push(performance.now() - due)))
  }
  await Promise.all(working)
  return { times, seconds: (performance.now() - begun) / 1000 }
}

const ofConnection = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Requests a URL without compression, and returns the response for a bare server to repeat. */
export async function ask({ port }: Program, address: string): Promise<Answer> {
  const options = { headers: { 'accept-encoding': 'identity' } }
  const response = await fetch(`http://127.0.0.1:${port}${address}`, options)
  const body = await response.text()
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}: ${body}`)
  const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name))
  const length = String(Buffer.byteLength(body))
  return { headers: { ...Object.fromEntries(headers), 'content-length': length }, body }
}
