// Uses EXPLAIN to find plans that would be too slow in a large database. Needs PostgreSQL and a
// database that is filled and analyzed.
import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { recordStatements } from './testing-statements.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * Limits for one node of a plan, in rows. Reading only an index is many times faster than reading
 * its table, so it has a limit of its own.
 */
export type PlanLimits = { maxRead: number; maxEntriesRead: number; maxSorted: number }

/** Smaller tables may be read completely, because that is as fast as using an index. */
const minLargeTable = 1000

/** The large tables of a database, and the names of its functions that read tables. */
type Facts = { large: ReadonlySet<string>; functions: readonly string[] }

async function readFacts(db: Kysely<Tables>): Promise<Facts> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and reltuples > ${sql.lit(minLargeTable)}`.execute(db)
  const { rows: functions } = await sql<{ name: string }>`
    select proname as name from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql' and provolatile <> 'i'
      and prorettype <> 'trigger'::regtype`.execute(db)
  return {
    large: new Set(tables.map(({ name }) => name)),
    functions: functions.map(({ name }) => `${name}(`),
  }
}

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

function readBy(plan: Plan): number {
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return rowsOf(plan) + removed * plan['Actual Loops']
}

const isSort = (type: string) => type === 'Sort' || type === 'Incremental Sort'

function faultsOf(plan: Plan, { large }: Facts, limits: PlanLimits): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: parts = [] } = plan
  // The node wasn't executed, because the planner had a cheaper alternative.
  if (plan['Actual Loops'] === 0) return []
  const read = readBy(plan)
  const max = type === 'Index Only Scan' ? limits.maxEntriesRead : limits.maxRead
  const sorted = Math.max(0, ...parts.map(rowsOf))
  return [
    ...(large.has(table) && type === 'Seq Scan' ? [`reads all ${table}`] : []),
    ...(large.has(table) && read > max ? [`${type} reads ${read} ${table}`] : []),
    ...(isSort(type) && sorted > limits.maxSorted ? [`sorts ${sorted} rows`] : []),
    ...parts.flatMap((part) => faultsOf(part, { large, functions: [] }, limits)),
  ]
}

async function explain(db: Kysely<Tables>, statement: CompiledQuery): Promise<Plan> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    ...statement,
    sql: `explain (analyze, timing off, format json) ${statement.sql}`,
  })
  return rows[0]?.['QUERY PLAN'][0].Plan as Plan
}

async function countScans(db: Transaction<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: string }>`
    select relname as name, seq_scan as scans from pg_stat_xact_user_tables`.execute(db)
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

/**
 * Also counts table scans in the database's statistics, because EXPLAIN doesn't show what functions
 * do.
 */
const explainWithFunctions = (
  db: Kysely<Tables>,
  statement: CompiledQuery,
  facts: Facts,
  limits: PlanLimits,
): Promise<string[]> =>
  db.transaction().execute(async (db) => {
    const before = await countScans(db)
    const faults = faultsOf(await explain(db, statement), facts, limits)
    for (const [table, scans] of await countScans(db))
      if (facts.large.has(table) && scans > (before.get(table) ?? 0))
        faults.push(`a function reads all ${table}`)
    return faults
  })

const isRead = ({ sql }: CompiledQuery) => /^\s*(?:select|with)\b/i.test(sql)

/**
 * Returns a function that runs `work`, then explains each of its statements, and returns what is
 * wrong with their plans.
 */
export async function createPlanCheck(db: Kysely<Tables>) {
  const facts = await readFacts(db)
  const seen = new Map<string, readonly string[]>()
  const check = async (statement: CompiledQuery, limits: PlanLimits): Promise<string[]> => {
    const hasFunction = facts.functions.some((call) => statement.sql.includes(call))
    return hasFunction
      ? explainWithFunctions(db, statement, facts, limits)
      : faultsOf(await explain(db, statement), facts, limits)
  }
  return async (
    work: () => Promise<unknown>,
    limits: PlanLimits,
    isChecked: (statement: CompiledQuery) => boolean = () => true,
  ): Promise<string[]> => {
    const faults: string[] = []
    for (const statement of await recordStatements(work)) {
      if (!isRead(statement) || !isChecked(statement)) continue
      const key = JSON.stringify([statement.sql, statement.parameters, limits])
      const found = seen.get(key) ?? (await check(statement, limits))
      seen.set(key, found)
      const text = statement.sql.replace(/\s+/g, ' ').slice(0, 300)
      faults.push(...found.map((fault) => `${fault}: ${text}`))
    }
    return faults
  }
}
