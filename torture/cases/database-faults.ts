// The database slow, without connections, gone and back; a node of two gone; the clock wrong.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { listBooks } from '#contract/books/books.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { request, send } from '#torture/client/call.ts'
import { startWriters, type Writers } from '#torture/client/writers.ts'
import type { Place } from '#torture/machine/place.ts'
import { type ProxyServer, proxyDatabase } from '#torture/machine/proxy.ts'
import type { Server } from '#torture/machine/server.ts'
import { makePairs } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'
import { outcomeOf } from './storm.ts'

const quietMs = 3000
const troubleMs = 8000
const slowMs = 500
const dayMs = 86_400_000
const patienceMs = 120_000

type Scene = {
  place: Place
  servers: Server[]
  proxy: ProxyServer
  writers: Writers
  torture: Torture
}
type Trouble = {
  test: string
  nodes?: number
  /** Writes a second, where 50 would only wait. */
  rate?: number
  timeoutMs?: number
  /** What happens; returns what else was seen. */
  happen: (scene: Scene) => Promise<string | undefined>
}

/** What a call, a page and /readyz answer now; a word for each that doesn't say it as it should. */
async function expectUnavailable({ servers, writers }: Scene): Promise<void> {
  const port = servers[0]?.port ?? 0
  const { counts } = writers
  const search = `nobody ${Math.random()}`
  const call = await send(listBooks, { search }, undefined, { port: () => port }).catch(
    () => undefined,
  )
  if (call?.status !== 503 || call.code !== 'unavailable' || !call.headers['retry-after'])
    counts.faults.push(`a call answered ${call?.status}`)
  const page = await request({
    port,
    path: `/books?search=${search}`.replaceAll(' ', '+'),
  }).catch(() => undefined)
  if (page?.status !== 503 || !String(page.body).includes('can’t be reached'))
    counts.faults.push(`a page answered ${page?.status}`)
}

/** Seconds until a call works again, without anybody's hands. */
async function recoverySeconds({ servers, writers }: Scene): Promise<string> {
  const start = performance.now()
  const isBack = async () => {
    const options = { port: () => servers[0]?.port ?? 0 }
    const answer = await send(listBooks, { search: `${Math.random()}` }, undefined, options).catch(
      () => undefined,
    )
    return answer?.status === 200
  }
  while (!(await isBack())) {
    if (performance.now() - start > patienceMs) {
      writers.counts.faults.push('it never came back')
      return 'not back'
    }
    await sleep(50)
  }
  return `back after ${((performance.now() - start) / 1000).toFixed(1)} s`
}

const gone: Trouble = {
  test: 'PostgreSQL gone and back, three times',
  happen: async (scene) => {
    const seen: string[] = []
    for (let number = 0; number < 3; number++) {
      scene.proxy.cut()
      await expectUnavailable(scene)
      await sleep(quietMs)
      scene.proxy.mend()
      seen.push(await recoverySeconds(scene))
      await sleep(quietMs)
    }
    return seen.join(', ')
  },
}

const slow: Trouble = {
  test: `every query takes ${slowMs} ms more`,
  rate: 5,
  timeoutMs: 60_000,
  happen: async ({ proxy, writers }) => {
    proxy.faults.thereMs = slowMs
    await sleep(troubleMs)
    proxy.faults.thereMs = 0
    if (proxy.troubles() === 0) writers.counts.faults.push('no query was slow')
    return `${proxy.troubles()} pieces of queries were late`
  },
}

/** Takes all connections that PostgreSQL has, and what the server had with them. */
const usedUp: Trouble = {
  test: 'PostgreSQL’s connections used up',
  happen: async (scene) => {
    const { databaseUrl = '' } = scene.place
    const taken: pg.Client[] = []
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => {})
      const isTaken = await client.connect().then(
        () => true,
        () => false,
      )
      if (isTaken) taken.push(client)
      return isTaken
    }
    const endOthers = async (): Promise<number> => {
      const own = taken.map((client) => (client as unknown as { processID: number }).processID)
      const others = await taken[0]?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and not (pid = any($1))',
        [own],
      )
      return others?.rowCount ?? 0
    }
    // The server may come first to one that has become free.
    do {
      while (await take());
    } while ((await endOthers()) > 0)
    await expectUnavailable(scene)
    await sleep(quietMs)
    await Promise.all(taken.map((client) => client.end()))
    return `${taken.length} taken, ${await recoverySeconds(scene)}`
  },
}

const lostNode: Trouble = {
  test: 'one node of two lost',
  nodes: 2,
  happen: async ({ servers, writers: { ledger, counts } }) => {
    await sleep(quietMs)
    await servers[0]?.kill()
    const before = ledger.entries().length
    await sleep(troubleMs)
    const more = ledger.entries().length - before
    if (more === 0) counts.faults.push('the other node took nothing')
    return `${more} acknowledged by the other`
  },
}

async function runTrouble(torture: Torture, trouble: Trouble): Promise<Outcome> {
  const { settings, random, withPlace, say } = torture
  const { test, happen, nodes = 1, rate = settings.rate, timeoutMs } = trouble
  return withPlace('postgresql', async (place) => {
    const pairs = await place.withDatabase((db) => makePairs(db, settings.pairs, 60))
    const { proxy, url } = await proxyDatabase(place.databaseUrl ?? '')
    const servers: Server[] = []
    for (let number = 0; number < nodes; number++)
      servers.push(await place.server({ databaseUrl: url }))
    for (const server of servers) await server.start()
    let turn = 0
    // Each attempt asks the next node, as a balancer would.
    const port = () => servers[turn++ % servers.length]?.port ?? 0
    const writers = startWriters({ pairs, random, rate, port, ...(timeoutMs && { timeoutMs }) })
    await sleep(quietMs)
    const seen = await happen({ place, servers, proxy, writers, torture })
    await sleep(quietMs)
    await writers.finish()
    for (const server of servers) await server.stop()
    await proxy.close()
    const outcome = await outcomeOf(place, test, writers, say)
    return { ...outcome, note: [outcome.note, ...(seen ? [seen] : [])].join('; ') }
  })
}

/** A word for each direction in which nothing was written by a wrong clock. */
async function unmovedClocks(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('messages').select('created_at').execute()
  const days = rows.map(({ created_at }) => (created_at.getTime() - Date.now()) / dayMs)
  return [
    ...(days.some((day) => day > 0.5) ? [] : ['no clock was ahead']),
    ...(days.some((day) => day < -0.5) ? [] : ['no clock was behind']),
  ]
}

/** Killed, and started again with another day on its clock; then back. */
async function runClock({ settings, random, withPlace, say }: Torture): Promise<Outcome> {
  return withPlace('postgresql', async (place) => {
    const pairs = await place.withDatabase((db) => makePairs(db, settings.pairs, 60))
    const days = [0, 1, 0, -1, 0]
    const servers = await Promise.all(
      days.map((day) =>
        place.server({
          flags: ['--import', './torture/machine/shift-clock.ts'],
          env: { CLOCK_SHIFT_MS: String(day * dayMs) },
        }),
      ),
    )
    let now = servers[0]
    const writers = startWriters({ pairs, random, rate: settings.rate, port: () => now?.port ?? 0 })
    for (const server of servers) {
      await now?.kill()
      now = server
      await server.start()
      await sleep(quietMs)
    }
    await writers.finish()
    await now?.stop()
    for (const fault of await place.withDatabase(unmovedClocks)) writers.counts.faults.push(fault)
    return outcomeOf(place, 'the clock a day ahead, right, a day behind, right', writers, say)
  })
}

const onPostgres = (name: string, run: (torture: Torture) => Promise<Outcome>): TortureCase => ({
  name,
  run: async (torture) => (torture.hasPostgres ? [await run(torture)] : []),
})

export const databaseFaults: readonly TortureCase[] = [
  ...Object.entries({ 'database-gone': gone, 'connections-used-up': usedUp }),
  ...Object.entries({ 'slow-database': slow, 'lost-node': lostNode }),
]
  .map(([name, trouble]) => onPostgres(name, (torture) => runTrouble(torture, trouble)))
  .concat(onPostgres('clock', runClock))
