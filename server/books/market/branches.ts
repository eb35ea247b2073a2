import { sql } from 'kysely'
import { branches as knownBranches } from '#contract/books/branches.ts'
import { isListed } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'

const branchIndex = (branch: string) => {
  const index = (knownBranches as readonly string[]).indexOf(branch)
  return index < 0 ? knownBranches.length : index
}
export const compareBranches = (a: string, b: string) =>
  branchIndex(a) - branchIndex(b) || a.localeCompare(b, 'en-IN')

/** `used` are the branches with books on the market; `branches` are these and all known ones. */
export async function listUsedBranches(db: Db): Promise<{ branches: string[]; used: string[] }> {
  // Jumps from branch to branch in the index: https://wiki.postgresql.org/wiki/Loose_indexscan
  const { rows } = await sql<{ branch: string }>`
    with recursive used (branch) as (
      (select books.branch from books join accounts on accounts.id = books.seller_id
        where ${isListed} order by books.branch limit 1)
      union all
      select (select books.branch from books join accounts on accounts.id = books.seller_id
        where ${isListed} and books.branch > used.branch order by books.branch limit 1)
      from used where used.branch is not null
    ) select branch from used where branch is not null`.execute(db)
  const used = rows.map(({ branch }) => branch).sort(compareBranches)
  return { branches: [...new Set([...knownBranches, ...used])], used }
}
