import { useCallback, useEffect, useRef } from 'react'
import { recentSearches, suggestions } from '#web/features/books/policy.ts'
import { useSession } from '#web/session/session.ts'
import { rememberSearch } from './recent-searches.ts'

/**
 * Remembers searches as made: `made` at once, `asked` when it has stood for a moment or one of its
 * results is opened. A search that is typed on takes the place of what it was.
 */
export function useMadeSearches() {
  const waiting = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef('')
  const forgetWaiting = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = undefined
  }, [])
  const made = useCallback(
    (search: string) => {
      forgetWaiting()
      if (search.length < suggestions.minLetters) return
      const isTypedOn = last.current !== '' && search.startsWith(last.current)
      rememberSearch(search, isTypedOn ? last.current : undefined)
      last.current = search
    },
    [forgetWaiting],
  )
  const asked = useCallback(
    (search: string) => {
      forgetWaiting()
      if (search === '') last.current = ''
      if (search.length < suggestions.minLetters) return
      waiting.current = search
      timer.current = setTimeout(() => made(search), recentSearches.standsMs)
    },
    [forgetWaiting, made],
  )
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const isResult = target instanceof Element && target.closest('main article a')
      if (isResult && waiting.current !== undefined) made(waiting.current)
    }
    document.addEventListener('click', onClick, true)
    return () => {
      document.removeEventListener('click', onClick, true)
      forgetWaiting()
    }
  }, [made, forgetWaiting])
  // What waits was asked by whoever was logged in then.
  const reader = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the reader changes.
  useEffect(() => forgetWaiting, [reader, forgetWaiting])
  return { made, asked }
}
