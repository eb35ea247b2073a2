// Latin letters spelled out in Hindi: आर डी शर्मा is R. D. Sharma, एनसीईआरटी is NCERT.
import { normalize } from '#contract/books/normalize.ts'

const names: Record<string, string> = {
  ...{
    ए: 'a',
    बी: 'b',
    सी: 'c',
    डी: 'd',
    ई: 'e',
    एफ: 'f',
    जी: 'g',
    एच: 'h',
    आई: 'i',
    जे: 'j',
    के: 'k',
  },
  ...{ एल: 'l', एम: 'm', एन: 'n', ओ: 'o', पी: 'p', क्यू: 'q', आर: 'r', एस: 's', टी: 't', यू: 'u' },
  ...{ वी: 'v', डब्ल्यू: 'w', डब्लू: 'w', एक्स: 'x', वाई: 'y', जेड: 'z' },
}
const letters = new Map(Object.entries(names).map(([name, letter]) => [normalize(name), letter]))
const one = [...letters.keys()].sort((a, b) => b.length - a.length).join('|')
const whole = new RegExp(`^(?:${one})+$`)
const each = new RegExp(one, 'g')

/** 'ncert' for एनसीईआरटी; undefined if the word isn't made of letter names. */
export const lettersOf = (word: string): string | undefined =>
  whole.test(word) ? word.replace(each, (name) => letters.get(name) ?? '') : undefined

/** Joins neighboring letter names, such as आर and डी, into one word: 'rd'. */
export function joinLetterNames(words: readonly string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const flush = () => {
    joined.push(...(run.length > 1 ? [run.map((word) => lettersOf(word)).join('')] : run))
    run = []
  }
  for (const word of words)
    if (lettersOf(word) === undefined) {
      flush()
      joined.push(word)
    } else run.push(word)
  flush()
  return joined
}
