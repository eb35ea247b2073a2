// Finds classes and exams that the last typed words name or begin to name.
import { bookClasses, examNames } from '#contract/books/book-tags.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions } from '#server/books/limits.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { classNumbers, classWords, exams } from '#server/books/search/words/dictionary.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { filterTags, findAskedTags, tokensOf } from '#server/books/search/words/tags.ts'

/**
 * `tag` is the filter's word in the index of keys; `search` is what was typed without the filter.
 */
export type NamedFilter = { suggestion: Suggestion; search: string; tag: string }

const maxWordsOfName = 3
const classNumbersInOrder = Array.from({ length: bookClasses.highest }, (_, index) => index + 1)
/** 'cla' is enough for 'class'. Its synonyms must be typed in full. */
const beginsClass = (token: string) =>
  classWords.has(token) || (token.length >= 3 && 'class'.startsWith(token))

const examKeys = Object.keys(examNames) as (keyof typeof examNames)[]
const namesOfExams = new Map(
  examKeys.map((exam) => {
    const { names = [], short = [] } = exams.find(({ name }) => name === exam) ?? {}
    const label = tokensOf(examNames[exam]).join(' ')
    return [exam, { begun: [exam, label], whole: [...names, ...short] }] as const
  }),
)

const examsNamed = (tail: readonly string[]) => {
  const name = tail.join(' ')
  return examKeys.filter((exam) => {
    const { begun = [], whole = [] } = namesOfExams.get(exam) ?? {}
    const isBegun =
      name.length >= suggestions.minLetters && begun.some((one) => one.startsWith(name))
    return isBegun || whole.includes(name)
  })
}

/** Matches 'class', 'class 1', 'xi', '12th', and a bare number next to a subject. */
function classesNamed(tail: readonly string[], hasSubject: boolean): number[] {
  const [first = '', second, third] = tail
  if (beginsClass(first) && second === undefined) return classNumbersInOrder
  if (classWords.has(first) && second !== undefined && third === undefined)
    return [
      ...new Set(
        [...classNumbers].flatMap(([name, number]) => (name.startsWith(second) ? [number] : [])),
      ),
    ]
  const whole = findAskedTags(tail, 0)
  const number = classNumbers.get(first)
  if (second !== undefined || number === undefined) return []
  return whole?.length === 1 || (hasSubject && /^\d+$/.test(first)) ? [number] : []
}

/** Finds filters by the longest name at the end of what was typed. */
export function findNamedFilters(typed: string): NamedFilter[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const tokens = words.map((word) => tokensOf(word).join(''))
  for (let length = Math.min(maxWordsOfName, words.length); length > 0; length--) {
    const tail = tokens.slice(-length)
    const search = words.slice(0, -length).join(' ').normalize('NFC')
    const hasSubject = readSearch(search).words.some(({ tags }) => tags.length > 0)
    const toFilter = (filter: Filters, suggestion: Suggestion): NamedFilter => ({
      ...{ suggestion, search, tag: filterTags(filter)[0] ?? '' },
    })
    const found = [
      ...classesNamed(tail, hasSubject).map((number) =>
        toFilter(
          { class: number },
          { kind: 'class', text: `Class ${number}`, class: number, search },
        ),
      ),
      ...examsNamed(tail).map((exam) =>
        toFilter({ exam }, { kind: 'exam', text: examNames[exam], exam, search }),
      ),
    ]
    if (found.length > 0) return found
  }
  return []
}
