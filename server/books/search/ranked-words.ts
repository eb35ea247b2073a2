// What the words of a search mean when books are ranked: a typo what was meant by it, a letter the
// initial of an author.
import { type LookedUpWord, meantBy } from '#server/books/search/words/meant.ts'

/** A letter before a name: 'd h lawrence'. Nearly every title has a word that begins with it. */
export const isInitial = (at: number, terms: readonly LookedUpWord[]): boolean =>
  /^\p{L}$/u.test(terms[at]?.word ?? '') &&
  terms[at]?.tags.length === 0 &&
  terms.slice(at + 1).some(({ word }) => word.length > 2)

const isPlain = (word: string): boolean => /^\p{L}+$/u.test(word)

/** Names of authors, as patterns, that may be meant by initials: Norman Lewis by 'n lewis'. */
export const namesOf = (terms: readonly LookedUpWord[]): string[] =>
  terms.flatMap(({ word: initial }, at) => {
    if (!isInitial(at, terms) || isInitial(at - 1, terms)) return []
    const { word = '' } = terms.find((_, next) => next > at && !isInitial(next, terms)) ?? {}
    return isPlain(word) ? [` ${initial}[^ ,;]* ([^ ,;]+ ){0,2}${word}`] : []
  })

/**
 * What a title may be called by the words as they are meant: without fillers, with them, and without
 * those before the first word.
 */
export function phrasesOf(terms: readonly LookedUpWord[], typed: readonly string[]): string[] {
  const meant = new Map(
    terms.map((term) => {
      const [first = '', ...others] = meantBy(term)
      return [term.word, others.length === 0 ? first : term.word]
    }),
  )
  const all = typed.map((word) => meant.get(word) ?? word)
  const [first] = meant.values()
  const phrases = [[...meant.values()], all, all.slice(Math.max(0, all.indexOf(first ?? '')))]
  return [...new Set(phrases.map((words) => words.join(' ')))]
}

/**
 * What words of an author's name each typed word may be; empty where no name was typed. One word that
 * means a subject or an exam is none.
 */
export function wordsOfName(terms: readonly LookedUpWord[]): (readonly string[])[] {
  const isTag = terms.length === 1 && terms.some(({ tags }) => tags.length > 0)
  return isTag ? [] : terms.map(meantBy)
}
