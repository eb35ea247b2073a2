// The titles that come with Dobara, in addition to those on the market. They are loaded when they
// are first needed.
import { readFileSync } from 'node:fs'
import { branches } from '#contract/books/branches.ts'
import { normalize } from '#contract/books/normalize.ts'
import { joinInitials, titleKey } from '#contract/books/title-key.ts'
import type { KnownTitle, TitleSet } from '#contract/wishlist/titles.ts'
import { readSearch, splitWords, type TypedWord } from '#server/books/search/words/read-search.ts'
import { bookTags, classOfNumber } from '#server/books/search/words/tags.ts'

/** With the year and pages of the edition that has the ISBN. */
type CatalogueTitle = KnownTitle & { classes: string[]; publication_year?: number; pages?: number }

type Entry = { title: CatalogueTitle; sets: string[] }
type Catalogue = {
  entries: Entry[]
  byIsbn: Map<string, CatalogueTitle>
  byName: Map<string, CatalogueTitle>
  setNames: [key: string, name: string][]
}

const listOf = (text = '') => text.split(',').filter((one) => one !== '')
export const nameKey = ({ title, author }: { title: string; author: string }): string =>
  titleKey({ title, author })

function readEntry(line: string): Entry {
  const [title = '', author = '', isbn = '', branch = '', classes, sets, year = '', pages = ''] =
    line.split('\t')
  const name = branch === '' ? undefined : branches[Number(branch)]
  return {
    title: {
      title,
      author,
      ...(isbn !== '' && { isbn }),
      ...(name && { branch: name }),
      classes: listOf(classes),
      ...(year !== '' && { publication_year: Number(year) }),
      ...(pages !== '' && { pages: Number(pages) }),
    },
    sets: listOf(sets),
  }
}

function readCatalogue(): Catalogue {
  const text = readFileSync(new URL('catalogue.tsv', import.meta.url), 'utf8')
  const lines = text.trimEnd().split('\n')
  const entries = lines.filter((line) => !/^[#=] /.test(line)).map(readEntry)
  const [byIsbn, byName] = [new Map<string, CatalogueTitle>(), new Map<string, CatalogueTitle>()]
  for (const { title } of entries) {
    byName.set(nameKey(title), title)
    // If the catalogue has two spellings of a book, the first one is used.
    if (title.isbn !== undefined && !byIsbn.has(title.isbn)) byIsbn.set(title.isbn, title)
  }
  const setNames = lines
    .filter((line) => line.startsWith('= '))
    .map((line): [string, string] => {
      const [key = '', name = ''] = line.slice(2).split('\t')
      return [key, name]
    })
  return { entries, byIsbn, byName, setNames }
}

let catalogue: Catalogue | undefined
const open = (): Catalogue => {
  catalogue ??= readCatalogue()
  return catalogue
}

/** Finds a title by its ISBN (13 digits), or by title and author in any spelling. */
export function findInCatalogue(asked: {
  isbn?: string | undefined
  title?: string | undefined
  author?: string | undefined
}): CatalogueTitle | undefined {
  const { byIsbn, byName } = open()
  const { isbn, title, author } = asked
  const found = isbn === undefined ? undefined : byIsbn.get(isbn)
  if (found || title === undefined || author === undefined) return found
  return byName.get(nameKey({ title, author }))
}

export const catalogueSets = (): TitleSet[] => {
  const { entries, setNames } = open()
  return setNames.map(([key, name]) => ({
    key,
    name,
    titles: entries.filter(({ sets }) => sets.includes(key)).map(({ title }) => title),
  }))
}

type Searched = {
  title: CatalogueTitle
  text: string
  words: string[]
  inTitle: ReadonlySet<string>
  tags: ReadonlySet<string>
}
let searched: Searched[] | undefined

function toSearched({ title }: Entry): Searched {
  const inTitle = splitWords(title.title)
  const joined = splitWords(joinInitials(normalize(title.author)))
  const words = [...inTitle, ...splitWords(title.author), ...joined]
  const { stated, others } = bookTags(title)
  const classTags = title.classes.map((number) => `‡class-${number.padStart(2, '0')}`)
  return {
    title,
    words,
    text: words.join(' '),
    inTitle: new Set(inTitle),
    tags: new Set([...stated, ...others, ...classTags]),
  }
}

/** Returns a word's tags. A bare number is a class: 'flamingo 12'. */
const tagsOf = ({ word, tags }: TypedWord): readonly string[] =>
  tags.length > 0 ? tags : [classOfNumber(word)].filter((tag) => tag !== undefined)

/** Returns titles that have all typed words, the best first. The last word may be unfinished. */
export function searchCatalogue(typed: string, max: number): CatalogueTitle[] {
  const { isbn, words } = readSearch(typed)
  if (isbn !== undefined) return [findInCatalogue({ isbn })].filter((found) => found !== undefined)
  if (words.length === 0) return []
  searched ??= open().entries.map(toSearched)
  const begins = words.map(({ word }) => word).join(' ')
  return searched
    .flatMap((entry) => {
      let score = entry.text.startsWith(begins) ? 5 : 0
      for (const { word, tags } of words) {
        const begun = entry.words.find((one) => one.startsWith(word))
        if (begun !== undefined) score += entry.inTitle.has(begun) ? 2 : 1
        else if (word.includes(' ') && entry.text.includes(word)) score += 2
        else if (tagsOf({ word, tags }).some((tag) => entry.tags.has(tag))) score += 1
        else return []
      }
      return [{ title: entry.title, score, length: entry.title.title.length }]
    })
    .sort((one, other) => other.score - one.score || one.length - other.length)
    .slice(0, max)
    .map(({ title }) => title)
}
