import type { Change } from './changes.ts'

/** By which changes a cached value is outdated. */
export type Dependencies = {
  /** Names of what it depends on, as changes have them: 'book 01a2…', 'seller 01a2…'. */
  tags: readonly string[]
  /** Whether something without such a name changes it too: of a list, a book that belongs there. */
  isChangedBy?: (change: Change) => boolean
}

export const areChangedBy = ({ tags, isChangedBy }: Dependencies, change: Change): boolean =>
  change.tags.some((tag) => tags.includes(tag)) || isChangedBy?.(change) === true
