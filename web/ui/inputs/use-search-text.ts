import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

type Options = { value: string; onSearch: (text: string) => void; pauseMs?: number }

/**
 * The text of a search box that searches while typing. If `value` changes from outside, as by Back,
 * the text follows it. `search` doesn't wait; `searchSoon` is for when the box is left: whoever
 * leaves it may be pressing on a result, which must stay where it is until then. `setSearched` is
 * for what somebody else searches for, `stop` for when nothing is to be searched for any more. A
 * link to another page stops it too: a late search would take back the way there.
 */
export function useSearchText({ value, onSearch, pauseMs = debounceMs }: Options) {
  const [text, setText] = useState(value)
  const lastQuery = useRef(value)
  /** What was asked here and hasn't come back as `value`: on a slow phone more is typed by then. */
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
    // Behind the document, where the router says whether it follows the link.
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

/** Whether the router follows a pressed link, and not within the page. */
function leadsToAnotherPage({ target, defaultPrevented }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null
  return defaultPrevented && link !== null && link.pathname !== window.location.pathname
}
