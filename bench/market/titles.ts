import { zipf } from '#bench/load/zipf.ts'
import { branches } from '#contract/books/branches.ts'
import { checkDigit13 } from '#contract/books/isbn.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { searchText } from '#server/books/search/words/words.ts'
import { seeded } from '#server/demo/random.ts'
import { beginnings, endings, firstNames, lastNames, subjects, syllables } from './words.ts'

function isbnOf(number: number): string {
  const begin = `978${String(number).padStart(9, '0')}`
  return begin + checkDigit13(begin)
}

export type Title = {
  title: string
  author: string
  branch: string
  genre: string
  /** The word that few other titles have. */
  name: string | undefined
  isbn: string | undefined
  /** As the server stores them. */
  key: string
  searchText: string
}

const capitalized = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** A word of three syllables: a market of 100,000 books has most of them in a few titles. */
export const rareWord = (pick: (from: readonly string[]) => string): string =>
  capitalized(pick(syllables) + pick(syllables) + pick(syllables))

/** The branches as often as on a real market: by Zipf's law, in the order of the list. */
export function makeTitles(count: number): Title[] {
  const random = seeded('bench titles')
  const drawBranch = zipf(branches.length, random)
  const isbns = seeded('bench ISBNs')
  return Array.from({ length: count }, (_, number) => {
    const branch = branches[drawBranch()] as string
    const genre = random.pick(subjects[branch] ?? subjects.Science ?? [])
    const name = random.chance(0.5) ? rareWord(random.pick) : undefined
    const ending = random.pick(endings)
    const title = `${random.pick(beginnings)} ${name ? `${name} ` : ''}${genre}${ending === '' ? '' : `, ${ending}`}`
    const initial = random.chance(0.3) ? `${capitalized(random.pick(syllables)).slice(0, 1)}. ` : ''
    const author = `${initial}${random.pick(firstNames)} ${random.pick(lastNames)}`
    const isbn = isbns.chance(0.3) ? isbnOf(number + 1) : undefined
    return {
      title,
      author,
      branch,
      genre,
      name,
      isbn,
      key: titleKey({ title, author, isbn }),
      searchText: searchText({ title, author }),
    }
  })
}
