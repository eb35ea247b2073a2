import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

export type BrokenRow = { id: string } & Record<string, unknown>

/**
 * A rule for stored data. `broken` finds violations in a single query, so it sees one consistent
 * state.
 */
export type Invariant = { rule: string; broken: RawBuilder<BrokenRow> }

export type Violation = { rule: string; rows: BrokenRow[]; hasMore: boolean }

const maxRows = 100

export const violationOf = (rule: string, rows: readonly BrokenRow[]): Violation => ({
  rule,
  rows: rows.slice(0, maxRows),
  hasMore: rows.length > maxRows,
})

export async function findViolation(
  db: Db,
  { rule, broken }: Invariant,
): Promise<Violation | undefined> {
  const { rows } = await broken.execute(db)
  return rows.length > 0 ? violationOf(rule, rows) : undefined
}
