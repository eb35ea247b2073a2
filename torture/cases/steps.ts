// `kill -9` at each step: before the first piece that a server sends PostgreSQL for a request, before
// the second, and so on, until the request is through; and then before it reads each of the answers,
// the last of which say that all is committed. Its sender sends it again.
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { type Answer, call, newCounts } from '#torture/client/call.ts'
import { brokenRules } from '#torture/machine/place.ts'
import { type ProxyServer, proxyDatabase } from '#torture/machine/proxy.ts'
import type { Server } from '#torture/machine/server.ts'
import { makePair } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'
import { type Call, type Operation, operations } from './operations.ts'

const maxSteps = 400

type Way = 'beforePiece' | 'beforeAnswer'

/** Kills the server at the nth piece on this way from now on; tells whether it came to that. */
function killAt(proxy: ProxyServer, server: Server, way: Way, step: number) {
  let pieces = 0
  let killed: Promise<void> | undefined
  proxy.faults[way] = () => {
    pieces++
    if (pieces < step) return undefined
    killed ??= server.kill().then(() => {
      proxy.faults[way] = () => {}
      return server.start()
    })
    // It never arrives.
    return Promise.reject(new Error('killed'))
  }
  return async (): Promise<boolean> => {
    proxy.faults[way] = () => {}
    await killed
    return killed !== undefined
  }
}

type Scene = {
  db: Kysely<Tables>
  proxy: ProxyServer
  server: Server
  callAs: Call
  say: Torture['say']
}

/** A word for what isn't as its sender was told. */
function faultOf(answer: Answer, found: readonly string[], { idOf, again }: Operation): string[] {
  const told = `${answer.status} ${answer.code ?? ''}`
  if (found.length !== 1) return [`there ${found.length} times; ${told}`]
  if (answer.status >= 300)
    return again !== undefined && answer.code === again ? [] : [`there, and answered ${told}`]
  const id = idOf?.(answer.body)
  return id === undefined || id === found[0] ? [] : [`called ${id} and is ${found[0]}`]
}

/** Kills at step after step, until an operation is through before it comes to that. */
async function killAlong(way: Way, operation: Operation, scene: Scene) {
  const { name, prepare, run, find } = operation
  const { db, proxy, server, callAs, say } = scene
  const faults: string[] = []
  let steps = 0
  for (let isKilled = true; isKilled && steps < maxSteps; ) {
    const pair = await makePair(db, 2)
    const prepared = (await prepare?.(pair, callAs, db)) ?? ''
    const ended = killAt(proxy, server, way, steps + 1)
    const answer = await run(pair, callAs, prepared)
    isKilled = await ended()
    if (isKilled) say(`${name}: killed at step ${++steps} (${way})`)
    const found = await find(db, pair, prepared)
    faults.push(...faultOf(answer, found, operation).map((fault) => `step ${steps}: ${fault}`))
  }
  if (steps === 0) faults.push(`nothing was killed (${way})`)
  if (steps === maxSteps) faults.push(`not through after ${maxSteps} steps (${way})`)
  return { steps, faults }
}

async function runOperation({ withPlace, say }: Torture, operation: Operation): Promise<Outcome> {
  const { name, title = name } = operation
  return withPlace('postgresql', async (place) => {
    const { proxy, url } = await proxyDatabase(place.databaseUrl ?? '')
    const server = await place.server({ databaseUrl: url })
    await server.start()
    const counts = newCounts()
    const callAs: Call = (endpoint, input, by) =>
      call(endpoint, input, by, { port: () => server.port, counts })
    const [there, back] = await place.withDatabase(async (db) => {
      const scene = { db, proxy, server, callAs, say }
      return [
        await killAlong('beforePiece', operation, scene),
        await killAlong('beforeAnswer', operation, scene),
      ] as const
    })
    const faults = [...there.faults, ...back.faults]
    const tried = there.steps + back.steps
    await server.stop()
    await proxy.close()
    const broken = await place.verify()
    for (const line of [...faults, ...broken, ...counts.faults]) say(`${name}: ${line}`)
    return {
      test: `kill -9 at each step: ${title}`,
      tried,
      survived: Math.max(0, tried - faults.length),
      lost: faults.length + brokenRules(broken) + counts.faults.length,
      note: `${there.steps} pieces to the database and ${back.steps} answers of it until it was through`,
    }
  })
}

export const steps: readonly TortureCase[] = operations.map((operation) => ({
  name: `steps-${operation.name}`,
  run: async (torture) => (torture.hasPostgres ? [await runOperation(torture, operation)] : []),
}))
