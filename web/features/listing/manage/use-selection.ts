import { useState } from 'react'
import type { changeManyBooks } from '#contract/books/bulk-changes.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'

type Chosen = Pick<EndpointInput<typeof changeManyBooks>, 'ids' | 'found' | 'except'>

/**
 * The selected books: some, or all that the filters find but a few. Other filters find other books,
 * so they end the selection.
 */
export function useSelection(found: NonNullable<Chosen['found']>, total: number | undefined) {
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
  const chosen: Chosen = isAll ? { found, except: [...ids] } : { ids: [...ids] }
  return {
    isAll,
    count: isAll ? Math.max(0, (total ?? 0) - ids.size) : ids.size,
    chosen,
    isSelected,
    change,
    selectAll: () => set(true, []),
    clear: () => set(false, []),
  }
}
export type Selection = ReturnType<typeof useSelection>
