// Guesses what a misspelled word means.
import { distance } from 'fastest-levenshtein'
import { tagSign } from './tags.ts'

/**
 * At most this many letters may be wrong in a short word, and in a word of `longWordLength` letters
 * or more.
 */
export const maxTypos = { short: 1, long: 2 } as const

export const minFuzzyWordLength = 4

const longWordLength = 6

/**
 * Whether a word may be corrected. Words with digits may not, because a search for one edition
 * would find others.
 */
export const canBeMisspelt = (word: string) =>
  word.length >= minFuzzyWordLength && !/[\d ]/.test(word)

/** Counts wrong, missing and additional letters. Two swapped letters count as one typo. */
function countTypos(typed: string, meant: string): number {
  const typos = distance(typed, meant)
  const isSwapped = () => {
    const at = [...typed].findIndex((letter, index) => letter !== meant[index])
    return typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2) === meant
  }
  return typos === 2 && isSwapped() ? 1 : typos
}

/** Counts the typos, whether the typed word means all of `meant` or only the beginning of it. */
const countFewestTypos = (typed: string, meant: string): number =>
  Math.min(countTypos(typed, meant), countTypos(typed, meant.slice(0, typed.length)))

/** Returns the name without its tag sign, because people type only the name. */
const nameOf = (word: string): string => (word.startsWith(tagSign) ? word.slice(1) : word)

/**
 * Whether the typed word is closer to the beginning of `meant` than to the whole word or its
 * singular.
 */
const isBeginning = (typed: string, meant: string): boolean =>
  Math.min(countTypos(typed, meant), countTypos(typed, meant.replace(/s$/, ''))) >
  countFewestTypos(typed, meant)

export const isOneTypo = (typed: string, meant: string): boolean =>
  countTypos(typed, nameOf(meant)) === 1

/** Returns the words with the fewest typos, or none if all words have too many. */
export function correctionsOf(typed: string, words: readonly string[]): string[] {
  const max = typed.length < longWordLength ? maxTypos.short : maxTypos.long
  const found = [...new Set(words)].map((word) => ({
    word,
    typos: countFewestTypos(typed, nameOf(word)),
  }))
  const fewest = Math.min(max, ...found.map(({ typos }) => typos))
  return found.filter(({ typos }) => typos <= fewest).map(({ word }) => word)
}

/**
 * Returns the most likely corrections. People rarely mistype the first letter, or stop in the
 * middle of a word that they mistype.
 */
export function bestGuess(typed: string, corrections: readonly string[]): string[] {
  const doubts = corrections
    .map(nameOf)
    .map((name) => 2 * Number(name[0] !== typed[0]) + Number(isBeginning(typed, name)))
  const fewest = Math.min(...doubts)
  return corrections.filter((_, at) => doubts[at] === fewest)
}
