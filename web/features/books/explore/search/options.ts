// What the list below the search box offers.
import type { Suggestion } from '#contract/books/suggestions.ts'

export const optionKinds = [
  'recent',
  'clear',
  'search',
  'author',
  'title',
  'class',
  'exam',
  'place',
] as const
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

/** Beside the label: what picking it does otherwise than search, or who wrote it. */
function noteOf({ kind, author }: Suggestion): string | undefined {
  if (kind === 'title') return author
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
export const optionsOf = (suggestions: readonly Suggestion[]): Option[] =>
  suggestions.filter(({ kind }) => optionKinds.includes(kind)).map(toOption)

export const recentOptions = (searches: readonly string[]): Option[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map((label): Option => ({ kind: 'recent', key: `recent ${label}`, label })),
        { kind: 'clear', key: 'clear', label: 'Clear recent searches' },
      ]

export const optionId = (listId: string, index: number) => `${listId}-${index}`
