// Tags: classes, exams and subjects that a text names, in one spelling. They are part of a book's
// search text, so that 'class 12 maths' finds 'Mathematics for Class XII'.
import { languageNames } from '#contract/books/book-tags.ts'
import { normalize } from '#contract/books/normalize.ts'
import type { Filters } from '#server/books/search/filters.ts'
import {
  afterOtherNumbers,
  classNumbers,
  classWords,
  exams,
  kinds,
  numbersOfIdioms,
  partWords,
  readingWords,
  standaloneClassNumbers,
  studyBranches,
  subjects,
} from './dictionary.ts'
import { languagesOf } from './languages.ts'

/** Begins each tag. No word of a title contains this sign, because `normalize` drops it. */
export const tagSign = '‡'

/** Splits a text into words without punctuation. Keeps + and # for C++ and C#. */
export const tokensOf = (text: string): string[] =>
  normalize(text)
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((token) => token !== '')

export const tagOf = (name: string) => `${tagSign}${name}`
/**
 * Pads the number to two digits, because otherwise the tag of class 1 would be a prefix of the tag
 * of class 12.
 */
const numberTag = (of: string, number: number) => tagOf(`${of}-${String(number).padStart(2, '0')}`)
const classTag = (number: number) => numberTag('class', number)

/** Whether a tag names the number of a class or part. */
export const isNumberTag = (tag: string): boolean => /^‡(?:class|part)-\d/.test(tag)

/**
 * The tag of a book's language. It isn't the tag of the subject, because a Hindi grammar may be in
 * English.
 */
const languageTag = (language: string) => tagOf(`in-${language}`)

type Phrases = ReadonlyMap<string, ReadonlySet<string>>

/** Maps phrases, as `tokensOf` splits them, to their tags. */
function phrasesOf(
  entries: readonly (readonly [names: readonly string[], tags: readonly string[]])[],
): Phrases {
  const phrases = new Map<string, Set<string>>()
  for (const [names, tags] of entries)
    for (const name of names) {
      const phrase = tokensOf(name).join(' ')
      phrases.set(phrase, new Set([...(phrases.get(phrase) ?? []), ...tags]))
    }
  return phrases
}

const named = [...exams, ...subjects]
const statedPhrases = phrasesOf(named.map(({ name, names }) => [names, [tagOf(name)]]))
const askedPhrases = phrasesOf([
  ...named.map(({ name, names, short }) => [[...names, ...short], [tagOf(name)]] as const),
  ...kinds.map(({ names, tags }) => [names, tags] as const),
  ...Object.keys(languageNames).map((name) => [[name], [languageTag(name)]] as const),
])
const alonePhrases = phrasesOf(kinds.map(({ alone, tags }) => [alone, tags]))
const bookPhrases = phrasesOf(exams.map(({ name, books }) => [books, [tagOf(name)]]))
const authorPhrases: Phrases = new Map([...bookPhrases, ['ncert', new Set([tagOf('cbse')])]])

const longestPhrase = 4

function findPhrase(tokens: readonly string[], start: number, phrases: Phrases) {
  for (let length = Math.min(longestPhrase, tokens.length - start); length > 0; length--) {
    const tags = phrases.get(tokens.slice(start, start + length).join(' '))
    if (tags) return { length, tags: [...tags] }
  }
  return undefined
}

const numberAt = (tokens: readonly string[], at: number) => classNumbers.get(tokens[at] ?? '')

/** Words that mean a class in searches, but not in texts about books. */
const askedClassNumbers = /^(?:[1-9]|1[0-2])(?:st|nd|rd|th)$|^(?:viii|ix)$/

/** Finds 'Class XI', 'class 1-3', '12th standard', and 'XII' alone. */
function findClass(tokens: readonly string[], start: number, isAsked: boolean) {
  const token = tokens[start] ?? ''
  const plus = token === 'plus' ? numberAt(tokens, start + 1) : undefined
  if (plus === 1 || plus === 2) return { length: 2, tags: [classTag(10 + plus)] }
  const tagsOf = (first: number, last = first) =>
    Array.from({ length: last - first + 1 }, (_, index) => classTag(first + index))
  if (classWords.has(token)) {
    const first = numberAt(tokens, start + 1)
    if (first === undefined) return undefined
    const isPair = ['and', 'to', '&'].includes(tokens[start + 2] ?? '')
    const last = numberAt(tokens, start + (isPair ? 3 : 2))
    return last !== undefined && last > first && !isAsked
      ? { length: isPair ? 4 : 3, tags: tagsOf(first, last) }
      : { length: 2, tags: tagsOf(first) }
  }
  const number = classNumbers.get(token)
  if (number === undefined) return undefined
  const next = tokens[start + 1] ?? ''
  const isIdiom = numbersOfIdioms.has(token)
  if (!isIdiom && classWords.has(next) && numberAt(tokens, start + 2) === undefined)
    return { length: 2, tags: tagsOf(number) }
  const isAlone = standaloneClassNumbers.has(token) || (isAsked && askedClassNumbers.test(token))
  return isAlone && !afterOtherNumbers.has(next) ? { length: 1, tags: tagsOf(number) } : undefined
}

/** Finds 'Part II', 'Vol. 2', 'भाग २'. */
function findPart(tokens: readonly string[], start: number) {
  const number = partWords.has(tokens[start] ?? '') ? numberAt(tokens, start + 1) : undefined
  return number === undefined ? undefined : { length: 2, tags: [numberTag('part', number)] }
}

function collect(text: string, phrases: Phrases, tags: Set<string>): void {
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; ) {
    const found =
      findClass(tokens, at, false) ?? findPart(tokens, at) ?? findPhrase(tokens, at, phrases)
    for (const tag of found?.tags ?? []) tags.add(tag)
    at += found?.length ?? 1
  }
}

export type TaggedBook = {
  title: string
  author: string
  branch?: string | null | undefined
  genre?: string | null | undefined
  description?: string | null | undefined
}

/** The prefix of tags made of initials, because people search for TQM and DSP. */
export const initialsSign = `${tagSign}${tagSign}`

function toInitials(words: readonly (string | undefined)[]): string[] {
  const letters = words.flatMap((word) => word?.[0] ?? [])
  return letters.length >= 3 && letters.length <= 5 ? [`${initialsSign}${letters.join('')}`] : []
}

const smallWords = new Set(['of', 'and', 'the', 'for', 'in', 'to', 'a', 'an'])
/** Initials of the title, and of the authors' surnames: people search for CLRS. */
const initialsOf = (title: string, author: string): string[] => [
  ...toInitials(tokensOf(title.split(/[:(,/]/)[0] ?? '').filter((word) => !smallWords.has(word))),
  ...toInitials(author.split(/[,;&]|\band\b/).map((name) => tokensOf(name).at(-1))),
]

/** Finds the name of a series in a description: 'Book one of the Shiva trilogy'. */
function wordsOfSeries(description: string | null | undefined): string[] {
  const [, name = ''] =
    /\b(?:book|part|volume) \S+ (?:of|in) (?:the )?((?:[\p{L}'’]+ ){1,4}(?:trilogy|series|quartet|saga|cycle))/iu.exec(
      description ?? '',
    ) ?? []
  return tokensOf(name).filter((word) => word.length > 2)
}

export const examTags: ReadonlySet<string> = new Set(exams.map(({ name }) => tagOf(name)))

export const studyTag = tagOf('textbook')

export const languageTags = (book: TaggedBook): string[] => languagesOf(book).map(languageTag)

/** Returns the tags that a book must have to be on a filtered list. */
export function filterTags({ class: number, exam, language }: Filters): string[] {
  return [
    ...(number === undefined ? [] : [classTag(number)]),
    ...(exam === undefined ? [] : [tagOf(exam)]),
    ...(language === undefined ? [] : [languageTag(language)]),
  ]
}

type BookTags = {
  stated: string[]
  /**
   * Less certain tags: from the genre, description, author, initials, the parentheses of the title,
   * a series named in the description, and books known to be for an exam; also the study tag, and
   * the words of branch and genre.
   */
  others: string[]
}

export function bookTags({ title, author, branch, genre, description }: TaggedBook): BookTags {
  const [stated, others] = [new Set<string>(), new Set<string>()]
  const kindText = `${branch ?? ''} ${genre ?? ''}`
  const kinds = tokensOf(kindText)
  // The branch 'School (Class 1-10)' doesn't name the class of a book.
  for (const word of tokensOf(kindText.replace(/non-?fiction/gi, 'nonfiction')))
    if (word.length > 3 && !classWords.has(word)) others.add(tagOf(word))
  for (const initials of initialsOf(title, author)) others.add(initials)
  for (const word of wordsOfSeries(description)) others.add(tagOf(word))
  if (!kinds.some((word) => readingWords.has(word))) {
    if (studyBranches.has(branch ?? '')) others.add(studyTag)
    collect(title.replace(/\([^)]*\)/g, ' '), statedPhrases, stated)
    for (const text of [title, genre, description]) if (text) collect(text, statedPhrases, others)
    collect(author, authorPhrases, others)
    collect(title, bookPhrases, others)
  }
  const tokens = tokensOf(title)
  for (const at of tokens.keys())
    for (const tag of findPart(tokens, at)?.tags ?? []) stated.add(tag)
  return { stated: [...stated], others: [...others].filter((tag) => !stated.has(tag)) }
}

/** Finds the tags of the phrase that begins at this word of a search, or returns undefined. */
export const findAskedTags = (tokens: readonly string[], start: number) =>
  findClass(tokens, start, true) ??
  findPart(tokens, start) ??
  findPhrase(tokens, start, askedPhrases)

/** The tags of a kind of book, for searches that name only a kind and a language: 'hindi novel'. */
export const tagsOfKind = (word: string): string[] => [...(alonePhrases.get(word) ?? [])]

/** Returns the class that a number means together with a subject: 'chem 12', 'ninth maths'. */
export function classOfNumber(token: string): string | undefined {
  const isPlain = /^\d{1,2}$|^\p{L}{2}/u.test(token) && !numbersOfIdioms.has(token)
  const number = isPlain ? classNumbers.get(token) : undefined
  return number === undefined ? undefined : classTag(number)
}
