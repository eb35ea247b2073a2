import type { Change } from './changes.ts'

export type Shows = {
  /** Names of what it shows, as changes have them: 'book 01a2…', 'seller 01a2…'. */
  tags: readonly string[]
  /**
   * Whether something that it doesn't show changes it too: of a list, a book that belongs there.
   */
  isChangedBy?: (change: Change) => boolean
}

export const isShown = ({ tags, isChangedBy }: Shows, change: Change): boolean =>
  change.tags.some((tag) => tags.includes(tag)) || isChangedBy?.(change) === true
