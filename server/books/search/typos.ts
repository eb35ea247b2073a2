// What a typed word may have been meant to be.
import { distance } from 'fastest-levenshtein'
import { longWordLength, maxTypos, minFuzzyWordLength } from '#server/books/policy.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** A number may not be misspelt, or one edition would find others. */
export const canBeMisspelt = (word: string) =>
  word.length >= minFuzzyWordLength && !/[\d ]/.test(word)

/** The word with two neighbouring letters swapped, in each place. */
const swapsOf = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  )

/** All words in Latin letters from which this one differs by one typo; for no other letters. */
export function oneTypoFrom(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return []
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [
    word.slice(0, at),
    word.slice(at),
  ]) as [string, string][]
  return [
    ...swapsOf(word),
    ...cuts.map(([start, end]) => start + end.slice(1)),
    ...cuts.flatMap(([start, end]) =>
      letters.flatMap((letter) => [start + letter + end, start + letter + end.slice(1)]),
    ),
  ]
}

/** How many typos a word has, if it was meant to be `meant` or its beginning. */
function countTypos(typed: string, meant: string): number {
  const beginning = meant.slice(0, typed.length)
  const typos = Math.min(distance(typed, meant), distance(typed, beginning))
  return typos > 1 && swapsOf(typed).some((swapped) => swapped === beginning) ? 1 : typos
}

/** Those of the words that take the fewest typos, if not too many. */
export function findMeant(typed: string, words: readonly string[]): string[] {
  const max = typed.length < longWordLength ? maxTypos.short : maxTypos.long
  const found = words.map((word) => ({ word, typos: countTypos(typed, word) }))
  const fewest = Math.min(max, ...found.map(({ typos }) => typos))
  return found.filter(({ typos }) => typos <= fewest).map(({ word }) => word)
}
