// `kill -9` at random moments, while messages, offers and orders are written.
import { setTimeout as sleep } from 'node:timers/promises'
import { startWriters, type Writers } from '#torture/client/writers.ts'
import { brokenRules, type Place } from '#torture/machine/place.ts'
import { makePairs } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'

const copiesOfEach = 60
/** So many are acknowledged between two kills: a slow machine must not kill what hasn't begun. */
const [fewest, most] = [10, 120]
const patienceMs = 20_000

/** Compares what people were told with what is there, once the server has ended. */
export async function outcomeOf(
  place: Place,
  test: string,
  { ledger, counts }: Writers,
  say: (line: string) => void,
): Promise<Outcome> {
  const lost = await place.withDatabase(ledger.check)
  const broken = await place.verify()
  for (const line of [...lost, ...broken, ...counts.faults]) say(line)
  const entries = ledger.entries()
  const kinds = Map.groupBy(entries, ({ kind }) => kind)
  const parts = [...kinds].map(([kind, all]) => `${all.length} ${kind}s`)
  const { repeated, unavailable, faults } = counts
  const faultNote = faults.length > 0 ? [`${faults.length} odd answers (${faults[0]})`] : []
  return {
    test,
    tried: entries.length,
    survived: entries.length - lost.length,
    lost: lost.length + brokenRules(broken) + faults.length,
    note: [
      parts.join(', '),
      `${repeated} sent again, ${unavailable} answers 503`,
      ...faultNote,
    ].join('; '),
  }
}

async function waitForMore({ ledger }: Writers, count: number): Promise<void> {
  const target = ledger.entries().length + count
  const end = performance.now() + patienceMs
  while (ledger.entries().length < target && performance.now() < end) await sleep(5)
}

const storm =
  (kind: 'embedded' | 'postgresql') =>
  ({ settings, random, withPlace, say }: Torture): Promise<Outcome[]> =>
    withPlace(kind, async (place) => {
      const pairs = await place.withDatabase((db) => makePairs(db, settings.pairs, copiesOfEach))
      const server = await place.server()
      await server.start()
      const writers = startWriters({
        pairs,
        random,
        rate: settings.rate,
        port: () => server.port,
      })
      for (let round = 1; round <= settings.rounds; round++) {
        await waitForMore(writers, random.integer(fewest, most))
        await server.kill()
        await server.start()
        say(`kill ${round}: ${writers.ledger.entries().length} acknowledged so far`)
      }
      await writers.finish()
      await server.stop()
      const test = `${settings.rounds} × kill -9 in a storm, ${kind === 'embedded' ? 'embedded' : 'PostgreSQL'}`
      return [await outcomeOf(place, test, writers, say)]
    })

export const stormEmbedded: TortureCase = { name: 'storm-embedded', run: storm('embedded') }
export const stormPostgres: TortureCase = {
  name: 'storm-postgresql',
  run: storm('postgresql'),
}
