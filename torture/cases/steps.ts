// `kill -9` at each step: before the first piece that a server sends PostgreSQL for a request, before
// the second, and so on, until the request is through. Its sender sends it again.
import { call, newCounts } from '#torture/client/call.ts'
import { brokenRules } from '#torture/machine/place.ts'
import { type ProxyServer, proxyDatabase } from '#torture/machine/proxy.ts'
import type { Server } from '#torture/machine/server.ts'
import { makePair } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'
import { type Call, type Operation, operations } from './operations.ts'

const maxSteps = 60

/** Kills the server before it sends its nth piece from now on; tells whether it came to that. */
function killAt(proxy: ProxyServer, server: Server, step: number) {
  let pieces = 0
  let killed: Promise<void> | undefined
  proxy.faults.beforePiece = () => {
    pieces++
    if (pieces < step) return undefined
    killed ??= server.kill().then(() => {
      proxy.faults.beforePiece = () => {}
      return server.start()
    })
    // It never arrives.
    return Promise.reject(new Error('killed'))
  }
  return async (): Promise<boolean> => {
    proxy.faults.beforePiece = () => {}
    await killed
    return killed !== undefined
  }
}

async function runOperation(
  { withPlace, say }: Torture,
  { name, title = name, prepare, run, count }: Operation,
): Promise<Outcome> {
  return withPlace('postgresql', async (place) => {
    const { proxy, url } = await proxyDatabase(place.databaseUrl ?? '')
    const server = await place.server({ databaseUrl: url })
    await server.start()
    const counts = newCounts()
    const callAs: Call = (endpoint, input, by) =>
      call(endpoint, input, by, { port: () => server.port, counts })
    const faults: string[] = []
    let steps = 0
    await place.withDatabase(async (db) => {
      for (let isKilled = true; isKilled && steps < maxSteps; ) {
        const pair = await makePair(db, 2)
        const prepared = (await prepare?.(pair, callAs, db)) ?? ''
        const ended = killAt(proxy, server, steps + 1)
        const answer = await run(pair, callAs, prepared)
        isKilled = await ended()
        if (isKilled) say(`${name}: killed at step ${++steps}`)
        const found = await count(db, pair, prepared)
        if (found !== 1)
          faults.push(`step ${steps}: there ${found} times; ${answer.status} ${answer.code}`)
      }
    })
    await server.stop()
    await proxy.close()
    const broken = await place.verify()
    for (const line of [...faults, ...broken, ...counts.faults]) say(`${name}: ${line}`)
    return {
      test: `kill -9 at each step: ${title}`,
      tried: steps,
      survived: steps - faults.length,
      lost: faults.length + brokenRules(broken) + counts.faults.length,
      note: `${steps} steps until it was through`,
    }
  })
}

export const steps: readonly TortureCase[] = operations.map((operation) => ({
  name: `steps-${operation.name}`,
  run: async (torture) => (torture.hasPostgres ? [await runOperation(torture, operation)] : []),
}))
