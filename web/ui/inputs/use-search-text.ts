import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Options = { value: string; onSearch: (text: string) => void; pauseMs?: number }

/**
 * Holds the text of a search box that searches while typing. If `value` changes from outside, for
 * example by Back, the text follows it.
 * - `search` searches at once.
 * - `searchSoon` is for leaving the box. It waits, because the person may be pressing a result, and
 *   results must not move during a press.
 * - `setSearched` is for a search that another control has started.
 * - `stop` cancels a pending search. A click on a link to another page also cancels it, because a
 *   late search would undo the navigation.
 */
export function useSearchText({ value, onSearch, pauseMs = debounceMs }: Options) {
  const [text, setText] = useState(value)
  const lastQuery = useRef(value)
  /**
   * Searches that have started but haven't reached `value` yet. On a slow phone there may be
   * several.
   */
  const awaited = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  const stop = () => clearTimeout(timer.current)
  const markAsked = (query: string) => {
    stop()
    lastQuery.current = query
    awaited.current.push(query)
  }
  const setSearched = (query: string) => {
    markAsked(query)
    setText(query)
  }
  useEffect(() => {
    const place = awaited.current.indexOf(value)
    awaited.current = place < 0 ? [] : awaited.current.slice(place + 1)
    if (place >= 0 || value === lastQuery.current) return
    clearTimeout(timer.current)
    lastQuery.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const stopIfLeaving = (event: MouseEvent) => {
      if (leadsToAnotherPage(event)) clearTimeout(timer.current)
    }
    // The window gets a click last, when the router has decided whether to follow the link.
    window.addEventListener('click', stopIfLeaving)
    return () => {
      window.removeEventListener('click', stopIfLeaving)
      clearTimeout(timer.current)
    }
  }, [])
  const search = (query: string) => {
    stop()
    if (query === lastQuery.current) return
    markAsked(query)
    latestOnSearch.current(query)
  }
  const searchSoon = (typed: string) => {
    stop()
    timer.current = setTimeout(() => search(typed.trim()), pauseMs)
  }
  const type = (typed: string) => {
    setText(typed)
    searchSoon(typed)
  }
  return { text, type, search, searchSoon, setSearched, stop }
}

/** Whether the router follows a clicked link to a different page. */
function leadsToAnotherPage({ target, defaultPrevented }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null
  return defaultPrevented && link !== null && link.pathname !== window.location.pathname
}
