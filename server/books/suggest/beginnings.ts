// Which words of books those typed are the beginnings of.
import { sql } from 'kysely'
import { maxBooksOfKey, minFuzzyWordLength, suggestions } from '#server/books/policy.ts'
import { fillers } from '#server/books/search/words/fillers.ts'
import { devanagari, type TypedWord } from '#server/books/search/words/read-search.ts'
import { findTerms } from '#server/books/search/words/terms.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

export type Begun = TypedWord & {
  /** Words that begin like it or sound like it, or else are like it; the commonest first. */
  words: string[]
  /** Those of them that don't begin with its letters. */
  others: ReadonlySet<string>
  /** By the words and tags: how many books they have at most, and whether these are all. */
  books: number
  isWhole: boolean
  counts: ReadonlyMap<string, number>
}

const isOneWord = ({ word }: TypedWord) => word.length >= suggestions.minLetters && !/\s/.test(word)

type Row = { place: number; word: string; books: number; isHeard: boolean }

async function findWords(db: Db, typed: readonly TypedWord[]): Promise<Row[]> {
  const words = typed.map(({ word }) => word)
  if (words.length === 0) return []
  const limit = sql.lit(suggestions.maxWords + 1)
  const { rows } = await sql<Row>`
    select asked.place::integer, found.word, found.books, found.is_heard as "isHeard"
    from unnest(${words}::text[], ${words.map((word) => likePattern(word).slice(1))}::text[])
      with ordinality as asked (word, pattern, place),
    lateral (
      (select known.word, known.books, false as is_heard from search_words as known
        where known.word like asked.pattern order by known.books desc, known.word limit ${limit})
      union all
      (select known.word, known.books, true from search_words as known
        where known.sound between sound_of(asked.word) and sound_of(asked.word) || 'zzzz'
          and known.word not like asked.pattern
        order by known.books desc, known.word limit ${limit})) as found
    order by found.books desc, found.word`.execute(db)
  return rows
}

function toBegun(term: TypedWord, rows: readonly Row[], tags: ReadonlyMap<string, number>): Begun {
  const spelt = rows.filter(({ isHeard }) => !isHeard)
  // In the same script only where nothing is spelt like it.
  const heard = rows.filter(
    ({ word, isHeard }) =>
      isHeard && (spelt.length === 0 || devanagari.test(word) || devanagari.test(term.word)),
  )
  const found = [...spelt, ...heard].filter(({ word }) => !fillers.has(word))
  const counts = new Map([
    ...found.map(({ word, books }) => [word, books] as const),
    ...term.tags.map((tag) => [tag, tags.get(tag) ?? 0] as const),
  ])
  return {
    ...term,
    words: found.map(({ word }) => word),
    others: new Set(heard.map(({ word }) => word)),
    counts,
    books: [...counts.values()].reduce((sum, books) => sum + books, 0),
    isWhole: isOneWord(term) ? found.length <= suggestions.maxWords : term.tags.length > 0,
  }
}

/** For words that nothing begins with: what contains them, or is spelt nearly so. */
async function addSimilar(db: Db, begun: readonly Begun[]): Promise<Begun[]> {
  const unknown = begun.filter(
    ({ word, words, tags }) =>
      words.length === 0 && tags.length === 0 && word.length >= minFuzzyWordLength,
  )
  if (unknown.length === 0) return [...begun]
  const terms = await findTerms(db, unknown, { few: 1 })
  return begun.map((one) => {
    const term = terms[unknown.indexOf(one)]
    if (!term) return one
    const words = [...(term.words ?? []), ...term.similar]
    return { ...one, words, others: new Set(words), isWhole: words.length <= maxBooksOfKey }
  })
}

/** How many books have each of these words or tags, as it was a minute ago. */
async function findCounts(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; books: number }>`
    select word, books from search_words where word = any(${words}::text[])`.execute(db)
  return new Map(rows.map(({ word, books }) => [word, books]))
}

/** Leaves out the beginnings of words that a book needn't have: 'textb'. */
export async function findBeginnings(db: Db, terms: readonly TypedWord[]): Promise<Begun[]> {
  const asked = terms.filter(isOneWord)
  const rows = await findWords(db, asked)
  const tags = await findCounts(
    db,
    terms.flatMap(({ tags }) => tags),
  )
  const begun = terms.flatMap((term) => {
    const place = asked.indexOf(term) + 1
    const found = rows.filter((row) => row.place === place)
    const one = toBegun(term, found, tags)
    return found.length > 0 && one.words.length === 0 && one.tags.length === 0 ? [] : [one]
  })
  return addSimilar(db, begun)
}
