import {
  Book,
  Clock3,
  ListX,
  type LucideIcon,
  MapPin,
  Search,
  SlidersHorizontal,
  Store,
  User,
} from 'lucide-react'
import { editionLabel } from '#contract/books/edition-label.ts'
import { type Suggestion, suggestSearches } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { useRecentSearches } from './recent-searches.ts'

export const minLetters = 2
const debounceMs = 150
/** How many letters of a title a narrow phone shows. */
const shownTitleLength = 26

const icons: Record<Suggestion['kind'], LucideIcon> = {
  search: Search,
  author: User,
  title: Book,
  class: SlidersHorizontal,
  exam: SlidersHorizontal,
  place: MapPin,
  shop: Store,
}

export type Option = {
  kind: 'recent' | 'clear' | Suggestion['kind']
  key: string
  icon: LucideIcon
  label: string
  note?: string | undefined
  suggestion?: Suggestion
}

type FilterSuggestion = Extract<Suggestion, { search: string }>
/** Whether choosing the suggestion sets a filter. Its `search` is the rest of the search. */
export const isFilter = (suggestion: Suggestion): suggestion is FilterSuggestion =>
  suggestion.kind === 'class' || suggestion.kind === 'exam' || suggestion.kind === 'place'

/** Returns the part or volume that a phone cuts off the title, followed by the author. */
const noteOfTitle = (title: string, author: string) =>
  [editionLabel(title, shownTitleLength), author].filter(Boolean).join(' · ')

function toOption(suggestion: Suggestion): Option {
  const { kind, text } = suggestion
  const option = { kind, key: `${kind} ${text}`, icon: icons[kind], label: text, suggestion }
  if (kind === 'title')
    return {
      ...option,
      key: `${kind} ${suggestion.title}`,
      note: noteOfTitle(text, suggestion.author),
    }
  if (kind === 'shop')
    return { ...option, key: `${kind} ${suggestion.seller}`, note: suggestion.city }
  if (kind === 'author') return { ...option, note: 'Author' }
  if (!isFilter(suggestion)) return option
  const label = suggestion.search === '' ? text : `${suggestion.search} · ${text}`
  return { ...option, label, note: 'Filter' }
}

/** Leaves out kinds that only a newer server sends. */
export const optionsOf = (found: readonly Suggestion[]): Option[] =>
  found.filter(({ kind }) => kind in icons).map(toOption)

const recentOptions = (searches: readonly string[]): Option[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map(
          (label): Option => ({ kind: 'recent', key: `recent ${label}`, icon: Clock3, label }),
        ),
        { kind: 'clear', key: 'clear', icon: ListX, label: 'Clear recent searches' },
      ]

/**
 * Returns recent searches if the box is empty, and otherwise suggestions, or nothing if the text is
 * short or loading them fails.
 */
export function useOptions(text: string, isOpen: boolean): Option[] {
  const typed = text.trim()
  const recent = useRecentSearches()
  const asked = useDebounced(typed.toLowerCase(), debounceMs)
  const isEnough = [typed, asked].every(({ length }) => length >= minLetters)
  const { data, isPlaceholderData } = useRead(
    suggestSearches,
    { typed: asked },
    { enabled: isOpen && isEnough, keepPrevious: true },
  )
  if (typed === '') return recentOptions(recent)
  const isOutdated = isPlaceholderData && !isOpen
  return isEnough && !isOutdated ? optionsOf(data?.suggestions ?? []) : []
}
