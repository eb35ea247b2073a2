import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsNavigatingAway } from './use-is-navigating-away.ts'

/** Reads and changes a list's filters in the URL. A filter without a value is absent. */
export function useUrlFilters<Name extends string>(names: readonly ('search' | Name)[]) {
  type Filters = { [N in 'search' | Name]?: string }
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const chosen = names.map((name) => [name, params.get(name)?.trim()] as const)
  const filters = Object.fromEntries(chosen.filter(([, value]) => value)) as Filters
  // `params` lacks a change until React has shown its page, and the next change must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const setFilters = (changes: Filters) => {
    // A late search must not stop a navigation that has started.
    if (isLeaving) return
    const changed = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries<string | undefined>(changes))
      value ? changed.set(name, value) : changed.delete(name)
    latest.current = changed
    const isFurtherTyping = 'search' in changes && filters.search !== undefined
    setParams(changed, { replace: isFurtherTyping, preventScrollReset: true })
  }
  return { filters, setFilters }
}
