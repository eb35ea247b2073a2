import { suggestSearches } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import { suggestions } from '#web/features/books/policy.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { type Option, optionsOf, recentOptions } from './options.ts'
import { useRecentSearches } from './recent-searches.ts'

/** Recent searches while nothing is typed, then suggestions; none where these can't be read. */
export function useOptions(text: string, isOpen: boolean): Option[] {
  const typed = text.trim()
  const recent = useRecentSearches()
  const asked = useDebounced(typed.toLowerCase(), suggestions.debounceMs)
  const isEnough = [typed, asked].every(({ length }) => length >= suggestions.minLetters)
  const { data, isPlaceholderData } = useRead(
    suggestSearches,
    { typed: asked },
    { enabled: isOpen && isEnough, keepPrevious: true },
  )
  if (typed === '') return recentOptions(recent)
  const isOutdated = isPlaceholderData && !isOpen
  return isEnough && !isOutdated ? optionsOf(data?.suggestions ?? []) : []
}
