// What a typed word may have been meant to be.
import { distance } from 'fastest-levenshtein'
import { longWordLength, maxTypos, minFuzzyWordLength } from '#server/books/policy.ts'
import { tagSign } from './tags.ts'

/** A number may not be misspelt, or one edition would find others. */
export const canBeMisspelt = (word: string) =>
  word.length >= minFuzzyWordLength && !/[\d ]/.test(word)

/** With the letters at `at` and after it swapped. */
const swapAt = (letters: readonly string[], at: number): string =>
  [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join('')

/**
 * How each word begins or ends from which this one differs by one typo: that leaves one half of it
 * as it is, or swaps the letters where the halves meet.
 */
export function halvesOf(word: string): { beginnings: string[]; end: string } {
  const letters = Array.from(word)
  const half = Math.floor(letters.length / 2)
  return {
    beginnings: [letters.slice(0, half).join(''), swapAt(letters.slice(0, half + 1), half - 1)],
    end: letters.slice(half).join(''),
  }
}

/** Two letters that are swapped are one typo. */
function countTypos(typed: string, meant: string): number {
  const typos = distance(typed, meant)
  const letters = Array.from(typed)
  const isSwapped = () => letters.slice(1).some((_, at) => swapAt(letters, at) === meant)
  return typos === 2 && isSwapped() ? 1 : typos
}

/** How many typos a word has, if it was meant to be `meant` or its beginning. */
const countFewestTypos = (typed: string, meant: string): number =>
  Math.min(countTypos(typed, meant), countTypos(typed, meant.slice(0, typed.length)))

/** Of a subject or an exam its name: that is what people type. */
const nameOf = (word: string): string => (word.startsWith(tagSign) ? word.slice(1) : word)

/** Whether it takes fewer typos to be the beginning of `meant` than all of it, or its singular. */
const isBeginning = (typed: string, meant: string): boolean =>
  Math.min(countTypos(typed, meant), countTypos(typed, meant.replace(/s$/, ''))) >
  countFewestTypos(typed, meant)

export const isOneTypo = (typed: string, meant: string): boolean =>
  countTypos(typed, nameOf(meant)) === 1

/**
 * Those of similar words that are meant most likely: few people mistype the first letter, or stop
 * within a word that they mistype.
 */
export function findLikeliest(typed: string, similar: readonly string[]): string[] {
  const doubts = similar
    .map(nameOf)
    .map((name) => 2 * Number(name[0] !== typed[0]) + Number(isBeginning(typed, name)))
  const fewest = Math.min(...doubts)
  return similar.filter((_, at) => doubts[at] === fewest)
}

/** Those of the words that take the fewest typos, if not too many. */
export function findMeant(typed: string, words: readonly string[]): string[] {
  const max = typed.length < longWordLength ? maxTypos.short : maxTypos.long
  const found = [...new Set(words)].map((word) => ({
    word,
    typos: countFewestTypos(typed, nameOf(word)),
  }))
  const fewest = Math.min(max, ...found.map(({ typos }) => typos))
  return found.filter(({ typos }) => typos <= fewest).map(({ word }) => word)
}
