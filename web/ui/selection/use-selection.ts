import { useState } from 'react'

/** Some rows, or all that the filters find but a few. */
type Chosen<Found> = { ids: string[] } | { found: Found; except: string[]; expected: number }

/** The list from which rows are selected. It is outdated while other filters load. */
type List = { total: number | undefined; isPlaceholderData: boolean }

/**
 * The selected rows of a list. Other filters find other rows, so they end the selection. At most
 * `maxNamed` rows can be named.
 */
export function useSelection<Found extends object>(
  found: Found,
  { total = 0, isPlaceholderData }: List,
  maxNamed: number,
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
  const chosen: Chosen<Found> = isAll
    ? { found, except: [...ids], expected: count }
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
    /** Changes all loaded rows, or all that are found if no others are loaded or selected. */
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
