// The names of classes, exams, subjects and kinds of books, read from dictionary.txt.
import { readFileSync } from 'node:fs'
import type { Language } from '#contract/books/book-tags.ts'
import { normalize } from '#contract/books/normalize.ts'

type Entry = { name: string; groups: readonly (readonly string[])[] }

/** The entries of each section of the file. */
const sections = new Map(
  readFileSync(new URL('./dictionary.txt', import.meta.url), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\n  ', ' ')
    .split(/^\[/m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n').filter((line) => line !== '')
      return [title.slice(0, -1), lines.map(readEntry)] as const
    }),
)

function readEntry(line: string): Entry {
  const [name = '', text = ''] = line.split(/: (.*)/s)
  const groups = text.split(/; ?/)
  return { name, groups: groups.map((group) => (group === '' ? [] : group.split(', '))) }
}

const entriesOf = (section: string) => sections.get(section) ?? []
const listOf = (name: string) =>
  entriesOf('lists').find((one) => one.name === name)?.groups[0] ?? []
const wordsOf = (name: string): ReadonlySet<string> => new Set(listOf(name).map(normalize))

/**
 * An exam or a subject. `names` occur in titles and searches, `short` names only in searches.
 * `books` are the names of books that people use to study it.
 */
export type Named = {
  name: string
  names: readonly string[]
  short: readonly string[]
  books: readonly string[]
}
const namedOf = (section: string): Named[] =>
  entriesOf(section).map(({ name, groups: [names = [], short = [], books = []] }) => ({
    name,
    names,
    short,
    books,
  }))

export const exams = namedOf('exams')
export const subjects = namedOf('subjects')
export const kinds = entriesOf('kinds').map(({ name, groups: [names = [], alone = []] }) => ({
  names,
  alone,
  tags: name.split(' '),
}))
export const languageEntries = entriesOf('languages').map(({ name, groups: [names = []] }) => ({
  language: name as Language,
  names,
}))
export const scripts = entriesOf('scripts').map(({ name, groups }) => ({
  script: name,
  language: groups[0]?.[0] as Language,
}))
export const classNumbers: ReadonlyMap<string, number> = new Map(
  entriesOf('classes').flatMap(({ name, groups: [names = []] }) =>
    names.map((one) => [normalize(one), Number(name)] as const),
  ),
)
export const studyBranches: ReadonlySet<string> = new Set(listOf('study branches'))
export const fillers = wordsOf('fillers')
export const weakWords = wordsOf('weak words')
export const honorifics = wordsOf('honorifics')
export const languages = wordsOf('languages')
export const readingWords = wordsOf('reading')
export const classWords = wordsOf('class words')
export const standaloneClassNumbers = wordsOf('standalone class numbers')
export const numbersOfIdioms = wordsOf('numbers of idioms')
export const afterOtherNumbers = wordsOf('after other numbers')
export const partWords = wordsOf('part words')
export const courseWords = wordsOf('course words')
export const programmingLanguages = wordsOf('programming languages')
