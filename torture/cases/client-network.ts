// The line between people and the server: cut, doubled, ten seconds late, and answers that get lost
// after the commit.
import { setTimeout as sleep } from 'node:timers/promises'
import { startWriters } from '#torture/client/writers.ts'
import { type Faults, type ProxyServer, startProxy } from '#torture/machine/proxy.ts'
import { makePairs } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'
import { outcomeOf } from './storm.ts'

const stormMs = 10_000
const delayMs = 10_000
/** Longer than the delay there and back. */
const patientMs = 30_000

type Trouble = {
  name: string
  test: string
  faults?: (torture: Torture) => Partial<Faults>
  meanwhile?: (proxy: ProxyServer, torture: Torture) => Promise<void>
  timeoutMs?: number
}

const cutAndMend: Trouble['meanwhile'] = async (proxy, { random }) => {
  for (let number = 0; number < 10; number++) {
    await sleep(random.integer(200, 1500))
    proxy.cut()
    await sleep(random.integer(50, 500))
    proxy.mend()
  }
}

const troubles: readonly Trouble[] = [
  { name: 'network-cut', test: 'the client’s network cut ten times', meanwhile: cutAndMend },
  {
    name: 'network-doubled',
    test: 'every third request arrives twice',
    faults: ({ random }) => ({ doubles: () => random.chance(1 / 3) }),
  },
  {
    name: 'network-late',
    test: 'answers ten seconds late',
    faults: () => ({ backMs: delayMs }),
    timeoutMs: patientMs,
  },
  {
    name: 'answers-lost',
    test: 'a third of the answers lost after the commit',
    faults: ({ random }) => ({ losesAnswer: () => random.chance(1 / 3) }),
  },
]

async function runTrouble(torture: Torture, trouble: Trouble): Promise<Outcome> {
  const { settings, random, withPlace, say, hasPostgres } = torture
  return withPlace(hasPostgres ? 'postgresql' : 'embedded', async (place) => {
    const pairs = await place.withDatabase((db) => makePairs(db, settings.pairs, 60))
    const server = await place.server()
    await server.start()
    const proxy = await startProxy(() => ({ host: '127.0.0.1', port: server.port }))
    Object.assign(proxy.faults, trouble.faults?.(torture))
    const writers = startWriters({
      ...{ pairs, random, rate: settings.rate, port: () => proxy.port },
      ...(trouble.timeoutMs !== undefined && { timeoutMs: trouble.timeoutMs }),
    })
    await (trouble.meanwhile?.(proxy, torture) ?? sleep(stormMs))
    await writers.finish()
    await proxy.close()
    await server.stop()
    if (proxy.troubles() === 0) writers.counts.faults.push('the line was never bad')
    const outcome = await outcomeOf(place, trouble.test, writers, say)
    return { ...outcome, note: `${outcome.note}; the line was bad ${proxy.troubles()} times` }
  })
}

export const clientNetwork: readonly TortureCase[] = troubles.map((trouble) => ({
  name: trouble.name,
  run: async (torture) => [await runTrouble(torture, trouble)],
}))
