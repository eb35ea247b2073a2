// Two servers on one database, which many people ask at the same moment.
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { type Answer, type CallCounts, type CallOptions, newCounts } from '#torture/client/call.ts'
import { brokenRules } from '#torture/machine/place.ts'
import type { Outcome, Torture } from '#torture/torture-case.ts'

export type Nodes = {
  db: Kysely<Tables>
  /** Which of the two the nth caller asks. */
  node: (number: number) => CallOptions
}

/** What a round found: words for what was wrong. */
export type Round = (nodes: Nodes, torture: Torture) => Promise<{ asked: number; faults: string[] }>

/** Runs a race round after round, and looks at the whole database at the end. */
export async function runRace(torture: Torture, test: string, round: Round): Promise<Outcome> {
  const { settings, say } = torture
  return torture.withPlace('postgresql', async (place) => {
    const counts: CallCounts = newCounts()
    const servers = [await place.server(), await place.server()]
    // One after the other, because the first makes the tables.
    for (const server of servers) await server.start()
    const node = (number: number): CallOptions => ({
      port: () => servers[number % servers.length]?.port ?? 0,
      counts,
    })
    let [asked, bad] = [0, 0]
    await place.withDatabase(async (db) => {
      for (let number = 1; number <= settings.races; number++) {
        const { asked: more, faults } = await round({ db, node }, torture)
        asked += more
        if (faults.length > 0) bad++
        for (const fault of faults) say(`round ${number}: ${fault}`)
      }
    })
    for (const server of servers) await server.stop()
    const broken = await place.verify()
    for (const line of [...broken, ...counts.faults]) say(line)
    return {
      test,
      tried: settings.races,
      survived: settings.races - bad,
      lost: bad + brokenRules(broken) + counts.faults.length,
      note: `rounds; ${asked.toLocaleString('en')} requests to two servers, ${counts.repeated} sent again`,
    }
  })
}

/** How often each answer came: `201`, or `409 book_gone`. */
export function countAnswers(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const name = code === undefined ? String(status) : `${status} ${code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** A word if the answers aren't exactly these. */
export function differs(answers: readonly Answer[], expected: Record<string, number>): string[] {
  const counts = countAnswers(answers)
  const names = new Set([...Object.keys(counts), ...Object.keys(expected)])
  return [...names].every((name) => (counts[name] ?? 0) === (expected[name] ?? 0))
    ? []
    : [`answered ${JSON.stringify(counts)} instead of ${JSON.stringify(expected)}`]
}

export async function countHolds(db: Kysely<Tables>, bookId: string): Promise<number> {
  const holds = await db
    .selectFrom('holds')
    .innerJoin('copies', 'copies.id', 'holds.copy_id')
    .select('copy_id')
    .where('book_id', '=', bookId)
    .execute()
  return holds.length
}
