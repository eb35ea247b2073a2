import { maxBranchShelves } from '#contract/common/policy.ts'
import { formatCount } from '#web/format.ts'
import { bestMatch } from './filters.ts'
import type { ShelvesData } from './preview.ts'

/** Where all that a search has found is in one list; undefined where one shelf has it all. */
export function allResults(
  { branches }: ShelvesData,
  search: string | undefined,
): { to: string; label: string } | undefined {
  if (!search || branches.length < 2) return undefined
  const total = branches.reduce((sum, branch) => sum + branch.total, 0)
  const isMinimum =
    branches.length >= maxBranchShelves || branches.some((branch) => branch.isMinimum)
  const count = isMinimum ? `${total.toLocaleString('en-IN')}+ books` : formatCount(total, 'book')
  return {
    to: `?${new URLSearchParams({ search, sort: bestMatch })}`,
    label: `${count}: see as a list`,
  }
}
