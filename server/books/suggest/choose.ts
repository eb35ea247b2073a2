// Which suggestions are made of the titles that were found, and in which order.
import { distance } from 'fastest-levenshtein'
import { normalize } from '#contract/books/normalize.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { joinInitials } from '#contract/books/title-key.ts'
import { suggestions as limits, maxTypos } from '#server/books/policy.ts'
import { fillers } from '#server/books/search/words/fillers.ts'
import { devanagari, splitWords } from '#server/books/search/words/read-search.ts'
import { titleIdOf } from '#server/books/titles/offered.ts'
import type { Begun } from './beginnings.ts'
import type { LookedUp } from './look-up.ts'
import type { Typed } from './read-typed.ts'

type Words = { title: string[]; author: string[] }
type Found = LookedUp & { words: Words; score: number }

/** 'H. C. Verma' also as 'hc verma'. */
const wordsOfAuthor = (author: string) => [
  ...splitWords(author),
  ...splitWords(joinInitials(normalize(author))),
]

const fits = ({ word, others }: Begun, words: readonly string[]) =>
  words.some((one) => one.startsWith(word) || others.has(one))

const plain = (text: string) => splitWords(text).join(' ')

/** Undefined where a word is in neither title nor author: then a tag stands for it, or nothing. */
function scoreOf(found: LookedUp, words: Words, terms: readonly Begun[], typed: string) {
  let inTitle = 0
  for (const term of terms) {
    if (fits(term, words.title)) inTitle++
    else if (!fits(term, words.author) && term.tags.length === 0) return undefined
  }
  const title = words.title.join(' ')
  const begins = title.startsWith(typed) ? 2 : ` ${title}`.includes(` ${typed}`) ? 1 : 0
  return inTitle * 10 + begins * 5 + Math.min(4, Math.log10(found.books))
}

function matchesOf(rows: readonly LookedUp[], terms: readonly Begun[], typed: string): Found[] {
  return rows
    .flatMap((row) => {
      const words = { title: splitWords(row.title), author: wordsOfAuthor(row.author) }
      const score = scoreOf(row, words, terms, typed)
      return score === undefined ? [] : [{ ...row, words, score }]
    })
    .sort((one, other) => other.score - one.score || one.title.length - other.title.length)
}

function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
const commonestFirst = <Key>(counts: ReadonlyMap<Key, number>): Key[] =>
  [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key)

/** Authors who have all that was typed, each once however their name is written. */
function authorsOf(found: readonly Found[], terms: readonly Begun[]): string[] {
  const [counts, names] = [new Map<string, number>(), new Map<string, string>()]
  for (const { author, words, books } of found) {
    if (!terms.every((term) => fits(term, words.author))) continue
    const key = plain(author).replaceAll(' ', '')
    addTo(counts, key, books)
    if (!names.has(key)) names.set(key, author)
  }
  return commonestFirst(counts).map((key) => names.get(key) ?? key)
}

/** It begins so, or was typed with few typos: not only anything that sounds like it. */
const isSpelt = (word: string, typed: string) =>
  word.startsWith(typed) || distance(word, typed) <= maxTypos.short

const areOfTwoScripts = (one: string, other: string) =>
  devanagari.test(one) !== devanagari.test(other)

/**
 * `together`: one title or one author has all words as they were typed. `apart`: one has some, the
 * other the rest, or they are in the other script.
 */
type Completions = { together: string[]; apart: string[] }

/** What was typed with its last word written out, as books have it. */
function completionsOf(
  found: readonly Found[],
  terms: readonly Begun[],
  typed: Typed,
): Completions {
  const { last, before } = typed
  const term = terms.find(({ word }) => word === last)
  if (last === undefined || !term) return { together: [], apart: [] }
  const [together, apart] = [new Map<string, number>(), new Map<string, number>()]
  const isCompletion = (word: string) =>
    word !== last &&
    !fillers.has(word) &&
    /^[\p{L}\p{M}'-]+$/u.test(word) &&
    fits(term, [word]) &&
    (isSpelt(word, last) || areOfTwoScripts(word, last))
  const add = (words: readonly string[], books: number, hasTags: boolean) => {
    const hasAll = terms.every(
      (one) => one === term || fits(one, words) || (hasTags && one.tags.length > 0),
    )
    for (const word of new Set(words))
      if (isCompletion(word)) addTo(hasAll && isSpelt(word, last) ? together : apart, word, books)
  }
  for (const { words, books } of found) {
    add(words.title, books, true)
    add(words.author, books, false)
  }
  const written = (counts: ReadonlyMap<string, number>) =>
    commonestFirst(counts).map((word) => `${before}${word}`.normalize('NFC'))
  return { together: written(together), apart: written(apart) }
}

/** The same book may be for sale with and without its ISBN. */
function eachOnce<Row extends LookedUp>(found: readonly Row[]): Row[] {
  const byName = new Map<string, Row>()
  for (const row of found) {
    const name = `${plain(row.title)}/${plain(row.author)}`
    if (!byName.has(name)) byName.set(name, row)
  }
  return [...byName.values()]
}

const titlesOf = (found: readonly Found[]): Suggestion[] =>
  eachOnce(found).map(({ title, author, titleKey }) => ({
    kind: 'title',
    text: title,
    author,
    title: titleIdOf(titleKey),
  }))

/** Titles that have all of what was typed, the best first. */
export const bestTitles = (rows: readonly LookedUp[], terms: readonly Begun[]): LookedUp[] =>
  eachOnce(matchesOf(rows, terms, terms.map(({ word }) => word).join(' ')))

/** Says the same as one of the others, with fewer words or all of them. */
function isSaidBy(completion: string, others: readonly Suggestion[]): boolean {
  const words = splitWords(completion)
  return others.some(({ kind, text }) =>
    kind === 'author'
      ? words.every((word) => wordsOfAuthor(text).includes(word))
      : plain(text) === words.join(' '),
  )
}

type Choice = {
  typed: Typed
  terms: readonly Begun[]
  rows: readonly LookedUp[]
  filters: readonly Suggestion[]
}

export function chooseSuggestions({ typed, terms, rows, filters }: Choice): Suggestion[] {
  const found = matchesOf(rows, terms, terms.map(({ word }) => word).join(' '))
  const chosen = filters.slice(0, limits.maxFilters)
  const [maxSearches, maxAuthors] =
    chosen.length === 0 ? [limits.maxSearches, limits.maxAuthors] : [1, 1]
  const authors = (terms.length === 0 ? [] : authorsOf(found, terms))
    .slice(0, maxAuthors)
    .map((text): Suggestion => ({ kind: 'author', text }))
  const titles = titlesOf(found)
  const completions = completionsOf(found, terms, typed)
  const others = [...authors, ...titles.slice(0, limits.max)]
  const toSearches = (texts: readonly string[]) =>
    texts
      .filter((text) => !isSaidBy(text, others))
      .map((text): Suggestion => ({ kind: 'search', text }))
  const together = toSearches(completions.together).slice(0, maxSearches)
  const apart = toSearches(completions.apart.filter((text) => !completions.together.includes(text)))
  return [
    ...chosen,
    ...together,
    ...authors,
    ...titles,
    ...apart.slice(0, maxSearches - together.length),
  ].slice(0, limits.max)
}
