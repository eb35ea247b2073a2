// The titles that come with Dobara, in addition to those on the market. Loaded at first use.
import { readFileSync } from 'node:fs'
import { branches } from '#contract/books/branches.ts'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import type { KnownTitle, TitleSet } from '#contract/wishlist/titles.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'

type CatalogueTitle = KnownTitle & { classes: string[] }

type Entry = {
  title: CatalogueTitle
  /** Title and author as searches spell them. */
  text: string
  sets: string[]
}
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
  const [title = '', author = '', isbn = '', branch = '', classes, sets] = line.split('\t')
  const name = branch === '' ? undefined : branches[Number(branch)]
  return {
    title: {
      title,
      author,
      ...(isbn !== '' && { isbn }),
      ...(name && { branch: name }),
      classes: listOf(classes),
    },
    text: titleSearchText({ title, author }),
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
    // If a book has two spellings, the first one is used.
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

/**
 * Returns titles whose title and author contain all typed words, the shortest titles first.
 */
export function searchCatalogue(typed: string, max: number): CatalogueTitle[] {
  const { isbn, typed: words } = readSearch(typed)
  if (isbn !== undefined) return [findInCatalogue({ isbn })].filter((found) => found !== undefined)
  if (words.length === 0) return []
  return open()
    .entries.filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ title }) => title)
    .sort((one, other) => one.title.length - other.title.length)
    .slice(0, max)
}
