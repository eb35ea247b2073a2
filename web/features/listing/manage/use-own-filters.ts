import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { listOwnBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'

const filterNames = ['state', 'bookType', 'branch', 'withoutPhotos', 'minDays'] as const
const names = ['search', ...filterNames, 'sort'] as const
type Name = (typeof names)[number]
export type OwnFilters = Partial<Record<Name, string>>

export const noFilters: OwnFilters = Object.fromEntries(filterNames.map((name) => [name, '']))

function readFilters(params: URLSearchParams): OwnFilters {
  const chosen = names.map((name) => [name, params.get(name)?.trim()] as const)
  return Object.fromEntries(chosen.filter(([, value]) => value))
}

/** Reads and changes the filters of Manage Books in the URL. */
export function useOwnFilters() {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsNavigatingAway()
  const filters = readFilters(params)
  // `params` lacks a change until React has shown its page, and the next change must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const setFilters = (changes: OwnFilters) => {
    // A late search must not stop a navigation that has started.
    if (isLeaving) return
    const changed = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes))
      value ? changed.set(name, value) : changed.delete(name)
    latest.current = changed
    const isFurtherTyping = 'search' in changes && filters.search !== undefined
    setParams(changed, { replace: isFurtherTyping, preventScrollReset: true })
  }
  const { sort, ...found } = filters
  return {
    filters,
    /** The filters without the sort order, for changes of all books that were found. */
    found: found as Omit<EndpointInput<typeof listOwnBooks>, 'sort'>,
    input: filters as EndpointInput<typeof listOwnBooks>,
    isFiltered: filterNames.some((name) => filters[name] !== undefined),
    setFilters,
  }
}
