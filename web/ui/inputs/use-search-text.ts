import { useCallback, useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Options = { value: string; onSearch: (text: string) => void; pauseMs?: number }

/**
 * The text of a search box that searches while typing. If `value` changes from outside, as by Back,
 * the text follows it. `search` doesn't wait; `searchSoon` is for when the box is left: whoever
 * leaves it may be pressing on a result, which must stay where it is until then. `setSearched` is
 * for what somebody else searches for, `stop` for when nothing is to be searched for any more.
 */
export function useSearchText({ value, onSearch, pauseMs = debounceMs }: Options) {
  const [text, setText] = useState(value)
  const lastQuery = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  const setSearched = useCallback((query: string) => {
    clearTimeout(timer.current)
    lastQuery.current = query
    setText(query)
  }, [])
  useEffect(() => {
    if (value !== lastQuery.current) setSearched(value)
  }, [value, setSearched])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (query: string) => {
    clearTimeout(timer.current)
    if (query === lastQuery.current) return
    lastQuery.current = query
    latestOnSearch.current(query)
  }
  const searchSoon = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(typed.trim()), pauseMs)
  }
  const type = (typed: string) => {
    setText(typed)
    searchSoon(typed)
  }
  const stop = () => clearTimeout(timer.current)
  return { text, type, search, searchSoon, setSearched, stop }
}
