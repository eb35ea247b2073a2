import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsNavigatingAway } from './use-is-navigating-away.ts'

type Filters<Name extends string> = { [N in Name]?: string }

/** Reads filters from a URL. A filter without a value is absent. */
export function readParams<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Filters<Name> {
  const chosen = names.map((name) => [name, params.get(name)?.trim()] as const)
  return Object.fromEntries(chosen.filter(([, value]) => value)) as Filters<Name>
}

export function changeParams(
  params: URLSearchParams,
  changes: Record<string, string | undefined>,
): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    value ? changed.set(name, value) : changed.delete(name)
  return changed
}

type Options<F> = {
  read?: (params: URLSearchParams) => F
  change?: (params: URLSearchParams, changes: F) => URLSearchParams
  /** Whether the changes come from typing on in a field that already has text. */
  isFurtherTyping?: (filters: F, changes: F) => boolean
}

/** Reads and changes a list's filters in the URL. */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
  {
    read = (params) => readParams(params, names),
    change = changeParams,
    isFurtherTyping = (filters, changes) => 'search' in changes && 'search' in filters,
  }: Options<Filters<Name>> = {},
) {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const filters = read(params)
  // `params` lacks a change until React has shown its page, and the next change must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const setFilters = (changes: Filters<Name>) => {
    // A late search must not stop a navigation that has started.
    if (isLeaving) return
    latest.current = change(latest.current, changes)
    setParams(latest.current, {
      // The first letter adds a history entry, and further letters replace that entry.
      replace: isFurtherTyping(filters, changes),
      preventScrollReset: true,
    })
  }
  return { filters, setFilters }
}
