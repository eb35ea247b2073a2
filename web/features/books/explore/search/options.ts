// What the list below the search box shows.
import { decidingWords } from '#contract/books/deciding-words.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions } from '#web/features/books/policy.ts'

export type OptionKind = 'recent' | 'clear' | Suggestion['kind']

export type Option = {
  kind: OptionKind
  key: string
  label: string
  note?: string | undefined
  suggestion?: Suggestion
}

type FilterSuggestion = Extract<Suggestion, { search: string }>
/** Of these `search` is what is left to search for. */
export const isFilter = (suggestion: Suggestion): suggestion is FilterSuggestion =>
  suggestion.kind === 'class' || suggestion.kind === 'exam' || suggestion.kind === 'place'

/**
 * Beside the label: what picking it does otherwise than search, or below it who wrote it, after the
 * part or volume that a phone would cut off.
 */
function noteOf(suggestion: Suggestion): string | undefined {
  const { kind, text } = suggestion
  if (kind === 'title')
    return [decidingWords(text, suggestions.titleLength), suggestion.author]
      .filter(Boolean)
      .join(' · ')
  if (kind === 'author') return 'Author'
  return isFilter(suggestion) ? 'Filter' : undefined
}

function toOption(suggestion: Suggestion): Option {
  const { kind, text } = suggestion
  const isWithWords = isFilter(suggestion) && suggestion.search !== ''
  return {
    kind,
    key: `${kind} ${kind === 'title' ? suggestion.title : text}`,
    label: isWithWords ? `${suggestion.search} · ${text}` : text,
    note: noteOf(suggestion),
    suggestion,
  }
}

/** Another version may leave out what a suggestion leads to, and have kinds of its own. */
function leadsSomewhere(suggestion: Suggestion): boolean {
  switch (suggestion.kind) {
    case 'search':
    case 'author':
      return suggestion.text !== ''
    case 'title':
      return suggestion.title !== ''
    case 'class':
      return suggestion.class > 0
    case 'exam':
      return suggestion.exam !== ''
    case 'place':
      return suggestion.city !== undefined || suggestion.near !== undefined
    default:
      return false
  }
}

export const optionsOf = (found: readonly Suggestion[]): Option[] =>
  found.filter(leadsSomewhere).map(toOption)

export const recentOptions = (searches: readonly string[]): Option[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map((label): Option => ({ kind: 'recent', key: `recent ${label}`, label })),
        { kind: 'clear', key: 'clear', label: 'Clear recent searches' },
      ]

export const optionId = (listId: string, index: number) => `${listId}-${index}`
