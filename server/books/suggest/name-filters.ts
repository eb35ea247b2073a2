// Finds classes and exams that the last typed words name or begin to name.
import { bookClasses, examNames } from '#contract/books/book-tags.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions } from '#server/books/limits.ts'
import { classNumbers, classWords, exams } from '#server/books/search/words/dictionary.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { filterTags, findAskedTags, tokensOf } from '#server/books/search/words/tags.ts'

/**
 * `tag` is the filter's word in the index of keys; `search` is what was typed without the filter.
 */
type NamedFilter = { suggestion: Suggestion; search: string; tag: string }

const maxWordsOfName = 3
const classNumbersInOrder = Array.from({ length: bookClasses.highest }, (_, index) => index + 1)
/** 'cla' is enough for 'class'. Its synonyms must be typed in full. */
const beginsClass = (token: string) =>
  classWords.has(token) || (token.length >= 3 && 'class'.startsWith(token))

const examKeys = Object.keys(examNames) as (keyof typeof examNames)[]
const namedExams = examKeys.map((exam) => {
  const { names = [], short = [] } = exams.find(({ name }) => name === exam) ?? {}
  const text = examNames[exam]
  return { exam, text, begun: [exam, tokensOf(text).join(' ')], whole: [...names, ...short] }
})
const examsNamed = (name: string) =>
  namedExams.filter(
    ({ begun, whole }) =>
      (name.length >= suggestions.minLetters && begun.some((one) => one.startsWith(name))) ||
      whole.includes(name),
  )

/** Matches 'class', 'class 1', 'xi', '12th', and a bare number next to a subject. */
function classesNamed(tail: readonly string[], hasSubject: boolean): readonly number[] {
  const [first = '', second, third] = tail
  const number = classNumbers.get(first)
  if (second === undefined && beginsClass(first)) return classNumbersInOrder
  if (second === undefined)
    return number !== undefined && (findAskedTags(tail, 0) || (hasSubject && /^\d+$/.test(first)))
      ? [number]
      : []
  const named = [...classNumbers].filter(([name]) => name.startsWith(second))
  const isClass = classWords.has(first) && third === undefined
  return [...new Set(isClass ? named.map(([, number]) => number) : [])]
}

/** Finds filters by the longest name at the end of what was typed. */
export function findNamedFilters(typed: string): NamedFilter[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const tokens = words.map((word) => tokensOf(word).join(''))
  for (let length = Math.min(maxWordsOfName, words.length); length > 0; length--) {
    const tail = tokens.slice(-length)
    const search = words.slice(0, -length).join(' ').normalize('NFC')
    const hasSubject = readSearch(search).words.some(({ tags }) => tags.length > 0)
    const found = [
      ...classesNamed(tail, hasSubject).map(
        (number) => ({ kind: 'class', text: `Class ${number}`, class: number, search }) as const,
      ),
      ...examsNamed(tail.join(' ')).map(
        ({ exam, text }) => ({ kind: 'exam', text, exam, search }) as const,
      ),
    ]
    if (found.length > 0)
      return found.map((suggestion) => ({
        ...{ suggestion, search, tag: filterTags(suggestion)[0] ?? '' },
      }))
  }
  return []
}
