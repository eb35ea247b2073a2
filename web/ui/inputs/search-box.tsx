import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { controlClass } from './field.tsx'

const debounceMs = 250

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

/** Searches while typing. If `value` changes from outside, as by Back, the text follows it. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const lastQuery = useRef(value)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value !== lastQuery.current) {
      lastQuery.current = value
      clearTimeout(timer.current)
      setText(value)
    }
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function searchSoon(typed: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const query = typed.trim()
      if (query === lastQuery.current) return
      lastQuery.current = query
      latestOnSearch.current(query)
    }, debounceMs)
  }
  return (
    <div className="relative flex-1">
      <Search
        size={20}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          searchSoon(event.target.value)
        }}
        // Whoever leaves it may be pressing on a result, which must stay where it is until then.
        onBlur={() => searchSoon(text)}
        enterKeyHint="search"
        maxLength={100}
        className={`${controlClass} min-h-11 pl-10 pr-2`}
      />
    </div>
  )
}
