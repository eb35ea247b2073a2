import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { changeFilters, type Filters, isFurtherTyping, readFilters } from './filters.ts'

export function useFilters() {
  const [params, setParams] = useSearchParams()
  const { filters, isList } = readFilters(params)
  // A change reaches `params` only when React has rendered its page, and the next change must not
  // undo it.
  const latestParams = useRef(params)
  useEffect(() => {
    latestParams.current = params
  }, [params])
  const setFilters = (changes: Filters) => {
    latestParams.current = changeFilters(latestParams.current, changes)
    setParams(latestParams.current, {
      // The first letter adds a history entry, and further letters replace that entry.
      replace: isFurtherTyping(filters, changes),
      preventScrollReset: true,
    })
  }
  return { filters, isList, setFilters }
}
