import type { RawBuilder } from 'kysely'

export type BrokenRow = { id: string } & Record<string, unknown>

/**
 * A rule for stored data. `broken` finds violations in a single query, so it sees one consistent
 * state.
 */
export type Invariant = { rule: string; broken: RawBuilder<BrokenRow> }
