import { useState } from 'react'

/** Either rows by id, or all rows that the filters find, except some. `expected` counts all. */
type Chosen<Found> = { ids: string[] } | { found: Found; except: string[]; expected: number }

/**
 * The list from which rows are selected. `rows` are loaded; `total` counts all. The list is
 * outdated while other filters load.
 */
type List = {
  rows: readonly { _id: string }[]
  total: number | undefined
  isPlaceholderData: boolean
}

/**
 * The selected rows of a list. Other filters find other rows, so they end the selection. A row that
 * leaves the list is no longer selected. At most `maxNamed` rows can be named.
 */
export function useSelection<Found extends object>(
  found: Found,
  { rows, total = 0, isPlaceholderData }: List,
  maxNamed: number,
) {
  const filters = JSON.stringify(found)
  const empty = { filters, isAll: false, ids: new Set<string>() }
  const [state, setState] = useState(empty)
  if (state.filters !== filters) setState(empty)
  const { isAll, ids: marked } = state.filters === filters ? state : empty
  const inList = new Set(rows.filter(({ _id }) => marked.has(_id)).map(({ _id }) => _id))
  // A row that is left out of all rows may be further down the list, so it stays left out.
  const ids = isAll ? marked : inList
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
  const leftOut = rows.length < total ? ids.size : inList.size
  const count = isAll ? Math.max(0, total - leftOut) : ids.size
  const chosen: Chosen<Found> = isAll
    ? { found, except: [...ids], expected: total }
    : { ids: [...ids] }
  return {
    isAll,
    count,
    chosen,
    isReady: !isPlaceholderData,
    /** Whether the rows are too many to name each of them. */
    isTooLarge: ids.size > maxNamed,
    isSelected,
    change,
    /**
     * Selects or deselects the loaded rows. If these are all, selects everything that the filters
     * find.
     */
    changeLoaded: (loaded: readonly string[], isOn: boolean) => {
      if (isAll && !isOn) clear()
      else if (isOn && loaded.length === total) selectAll()
      else change(loaded, isOn)
    },
    /** Forgets rows that are gone. */
    forget: (gone: readonly string[]) =>
      set(
        isAll,
        [...ids].filter((id) => !gone.includes(id)),
      ),
    selectAll,
    clear,
  }
}
export type Selection<Found extends object = object> = ReturnType<typeof useSelection<Found>>
