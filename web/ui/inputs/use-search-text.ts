import { useCallback, useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Options = { value: string; onSearch: (text: string) => void }

/**
 * The text of a search box that searches while typing. If `value` changes from outside, as by Back,
 * the text follows it. `search` doesn't wait; `setSearched` is for what somebody else searches for.
 */
export function useSearchText({ value, onSearch }: Options) {
  const [text, setText] = useState(value)
  const lastQuery = useRef(value)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => {
    if (value !== lastQuery.current) {
      lastQuery.current = value
      setText(value)
    }
  }, [value])
  const search = useCallback((query: string) => {
    if (query === lastQuery.current) return
    lastQuery.current = query
    latestOnSearch.current(query)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, search])
  const setSearched = useCallback((query: string) => {
    lastQuery.current = query
    setText(query)
  }, [])
  return { text, setText, search, setSearched }
}
