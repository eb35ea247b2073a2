import type { BrokenRow, Invariant } from '#server/platform/database/invariants.ts'
import { testApp } from '#server/testing.ts'

export async function findBroken(
  invariants: readonly Invariant[],
  beginning: string,
): Promise<BrokenRow[]> {
  const { db } = (await testApp()).context
  const found = invariants.find(({ rule }) => rule.startsWith(beginning))
  if (!found) throw new Error(`No rule begins with: ${beginning}`)
  return (await found.broken.execute(db)).rows
}
