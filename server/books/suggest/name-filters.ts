// Finds classes and exams that the last typed words name or begin to name.
import { bookClasses, examNames } from '#contract/books/book-tags.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions } from '#server/books/limits.ts'
import { classNumbers, classWords, exams } from '#server/books/search/words/dictionary.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { filterTags, findAskedTags, tokensOf } from '#server/books/search/words/tags.ts'

/** `tag` is the filter's word in the index of keys. */
type NamedFilter = { suggestion: Extract<Suggestion, { kind: 'class' | 'exam' }>; tag: string }

const maxWordsOfName = 3

const classes = Array.from({ length: bookClasses.highest }, (_, index) => {
  const number = index + 1
  const names = [...classNumbers].flatMap(([name, one]) => (one === number ? name : []))
  return {
    filter: { kind: 'class', text: `Class ${number}`, class: number } as const,
    /**
     * A typed text of at least `minLetters` letters with which one of these begins names the class.
     */
    begun: names.map((name) => `class ${name}`),
    minLetters: 3,
    whole: names.filter((name) => findAskedTags([name], 0)),
  }
})
const namedExams = (Object.keys(examNames) as (keyof typeof examNames)[]).map((exam) => {
  const { names = [], short = [] } = exams.find(({ name }) => name === exam) ?? {}
  const text = examNames[exam]
  return {
    filter: { kind: 'exam', text, exam } as const,
    begun: [exam, tokensOf(text).join(' ')],
    minLetters: suggestions.minLetters,
    whole: [...names, ...short],
  }
})

/** Finds filters by the longest name at the end of the typed text. */
export function findNamedFilters(typed: string): NamedFilter[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  for (let length = Math.min(maxWordsOfName, words.length); length > 0; length--) {
    const [first = '', ...others] = words.slice(-length).map((word) => tokensOf(word).join(''))
    const name = [classWords.has(first) ? 'class' : first, ...others].join(' ')
    const search = words.slice(0, -length).join(' ').normalize('NFC')
    const hasSubject = readSearch(search).words.some(({ tags }) => tags.length > 0)
    // After a subject, a bare number is a class.
    const ofNumber = hasSubject && /^\d+$/.test(name) ? `class ${name}` : undefined
    const found = [...classes, ...namedExams].filter(
      ({ begun, minLetters, whole }) =>
        whole.includes(name) ||
        begun.some(
          (one) => one === ofNumber || (name.length >= minLetters && one.startsWith(name)),
        ),
    )
    if (found.length > 0)
      return found.map(({ filter }) => ({
        suggestion: { ...filter, search },
        tag: filterTags(filter)[0] ?? '',
      }))
  }
  return []
}
