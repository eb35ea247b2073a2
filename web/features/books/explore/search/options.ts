// What the list below the search box shows.
import { decidingWords } from '#contract/books/deciding-words.ts'
import { type Suggestion, suggestionKinds } from '#contract/books/suggestions.ts'
import { suggestions } from '#web/features/books/policy.ts'

export const optionKinds = ['recent', 'clear', ...suggestionKinds] as const
export type OptionKind = (typeof optionKinds)[number]

export type Option = {
  kind: OptionKind
  key: string
  label: string
  note?: string | undefined
  suggestion?: Suggestion
}

/** Of these `search` is what is left to search for. */
export const isFilter = (kind: OptionKind) =>
  kind === 'class' || kind === 'exam' || kind === 'place'

/**
 * Beside the label: what picking it does otherwise than search, or below it who wrote it, after the
 * part or volume that a phone would cut off.
 */
function noteOf({ kind, author, text }: Suggestion): string | undefined {
  if (kind === 'title')
    return [decidingWords(text, suggestions.titleLength), author].filter(Boolean).join(' · ')
  if (kind === 'author') return 'Author'
  return isFilter(kind) ? 'Filter' : undefined
}

function toOption(suggestion: Suggestion): Option {
  const { kind, text, title, search } = suggestion
  return {
    kind,
    key: `${kind} ${title ?? text}`,
    label: search ? `${search} · ${text}` : text,
    note: noteOf(suggestion),
    suggestion,
  }
}

/** Of a newer server, kinds that aren't known here are left out. */
export const optionsOf = (found: readonly Suggestion[]): Option[] =>
  found.filter(({ kind }) => optionKinds.includes(kind)).map(toOption)

export const recentOptions = (searches: readonly string[]): Option[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map((label): Option => ({ kind: 'recent', key: `recent ${label}`, label })),
        { kind: 'clear', key: 'clear', label: 'Clear recent searches' },
      ]

export const optionId = (listId: string, index: number) => `${listId}-${index}`
