// A search box that searches while one types, shortly after the last letter.
import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { controlClass } from './field.tsx'

const pauseMs = 250

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

/** `value` is what is searched for now; when it changes from outside (the back button), the box follows. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value
      setText(value)
    }
  }, [value])
  const send = useCallback((wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    search.current(wanted)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, send])
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
        onChange={(event) => setText(event.target.value)}
        // Not later: who follows a link now must not be called back from it.
        onBlur={() => send(text.trim())}
        enterKeyHint="search"
        maxLength={100}
        className={`${controlClass} min-h-11 pl-10 pr-2`}
      />
    </div>
  )
}
