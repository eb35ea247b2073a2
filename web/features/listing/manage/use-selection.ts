import { useState } from 'react'
import { type changeManyBooks, maxNamedBooks } from '#contract/books/bulk-changes.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'

type Chosen = Pick<EndpointInput<typeof changeManyBooks>, 'ids' | 'found' | 'except' | 'expected'>

/** The list from which books are selected. It is outdated while other filters load. */
type List = { total: number | undefined; isPlaceholderData: boolean }

/**
 * The selected books: some, or all that the filters find but a few. Other filters find other books,
 * so they end the selection.
 */
export function useSelection(
  found: NonNullable<Chosen['found']>,
  { total = 0, isPlaceholderData }: List,
) {
  const filters = JSON.stringify(found)
  const empty = { filters, isAll: false, ids: new Set<string>() }
  const [state, setState] = useState(empty)
  const { isAll, ids } = state.filters === filters ? state : empty
  const set = (isAll: boolean, ids: Iterable<string>) =>
    setState({ filters, isAll, ids: new Set(ids) })
  const isSelected = (id: string) => ids.has(id) !== isAll
  const change = (changed: readonly string[], isOn: boolean) => {
    const next = new Set(ids)
    for (const id of changed) isOn === isAll ? next.delete(id) : next.add(id)
    set(isAll, next)
  }
  const selectAll = () => set(true, [])
  const clear = () => set(false, [])
  const count = isAll ? Math.max(0, total - ids.size) : ids.size
  const chosen: Chosen = isAll ? { found, except: [...ids], expected: count } : { ids: [...ids] }
  return {
    isAll,
    count,
    chosen,
    isReady: !isPlaceholderData,
    /** Whether the books are too many to name each of them. */
    isTooLarge: ids.size > maxNamedBooks,
    isSelected,
    change,
    /** Changes all loaded books, or all that are found if no others are loaded or selected. */
    changeLoaded: (loaded: readonly string[], isOn: boolean) => {
      if (isAll && !isOn) clear()
      else if (isOn && loaded.length === total) selectAll()
      else change(loaded, isOn)
    },
    /** Forgets books that are gone. */
    forget: (gone: readonly string[]) =>
      set(
        isAll,
        [...ids].filter((id) => !gone.includes(id)),
      ),
    selectAll,
    clear,
  }
}
export type Selection = ReturnType<typeof useSelection>
