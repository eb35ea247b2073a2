import { sql } from 'kysely'
import { canonicalBranch, branches as knownBranches } from '#contract/books/branches.ts'
import { maxBranchShelves } from '#contract/common/limits.ts'
import { maxCountedMatches } from '#server/books/limits.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { orderIn, sortings } from '#server/books/search/sorting.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'

const branchIndex = (branch: string) => {
  const index = (knownBranches as readonly string[]).indexOf(branch)
  return index < 0 ? knownBranches.length : index
}
export const compareBranches = (a: string, b: string) =>
  branchIndex(a) - branchIndex(b) || a.localeCompare(b, 'en-IN')

/** Jumps from branch to branch in the index: https://wiki.postgresql.org/wiki/Loose_indexscan */
const usedBranches = sql`recursive used (branch) as (
    (select branch from books where ${isOnMarketExcept()} order by branch limit 1)
    union all
    select (select branch from books where ${isOnMarketExcept()} and books.branch > used.branch
      order by branch limit 1)
    from used where used.branch is not null)`

/**
 * `used` are the branches with books on the market; `branches` also contains all known branches.
 */
export async function listUsedBranches(db: Db): Promise<{ branches: string[]; used: string[] }> {
  const { rows } = await sql<{ branch: string }>`
    with ${usedBranches} select branch from used where branch is not null`.execute(db)
  const used = rows.map(({ branch }) => branch).sort(compareBranches)
  return { branches: [...new Set([...knownBranches, ...used])], used }
}

/**
 * Counts the books of branches, largest first, up to a limit; `isMinimum` means that there are
 * more. The limit is in a subquery, because if the planner knew the number, it would sort the whole
 * branch.
 */
export async function countByBranch(
  db: Db,
  { branch, hiddenSellers }: Pick<Filters, 'branch' | 'hiddenSellers'>,
): Promise<{ branch: string; total: number; isMinimum?: true }[]> {
  const names =
    branch === undefined
      ? sql`used where branch is not null`
      : sql`(values (${canonicalBranch(branch)})) as asked (branch)`
  const { rows } = await sql<{ branch: string; total: number }>`
    with ${usedBranches}, names as (select branch from ${names})
    select branch, total from names, lateral (
      select count(*)::integer as total from (select from books
        where ${isOnMarketExcept(hiddenSellers)} and books.branch between names.branch and names.branch
        order by ${orderIn('', sortings.newest)}
        limit (select ${sql.lit(maxCountedMatches + 1)})) as counted) as totals
    where total > 0 order by total desc, branch limit ${sql.lit(maxBranchShelves)}`.execute(db)
  return rows.map(({ branch, total }) =>
    total > maxCountedMatches
      ? { branch, total: maxCountedMatches, isMinimum: true }
      : { branch, total },
  )
}
