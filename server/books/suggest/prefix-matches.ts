// Finds the words of books that typed words are the beginnings of.
import { sql } from 'kysely'
import { suggestions as limits, maxBooksOfKey } from '#server/books/limits.ts'
import { fillers } from '#server/books/search/words/dictionary.ts'
import { devanagari, type TypedWord } from '#server/books/search/words/read-search.ts'
import { minFuzzyWordLength } from '#server/books/search/words/spelling.ts'
import { findTerms } from '#server/books/search/words/terms.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

export type PrefixMatch = TypedWord & {
  /** Words that don't begin with its letters, but sound or look like it. */
  others: ReadonlySet<string>
  /**
   * The most common words and tags by which the index finds books. `isWhole` means that these are
   * all.
   */
  keys: readonly string[]
  isWhole: boolean
  /** The number of books that have these words, in total. */
  books: number
}

type Row = { place: number; word: string; books: number; kind: 'spelt' | 'heard' | 'tag' }

/** Finds rows, the most common first. */
async function findRows(db: Db, typed: readonly TypedWord[]): Promise<Row[]> {
  const limit = sql.lit(limits.maxWords + 1)
  // A phrase can't begin a single word, and one letter begins too many words.
  const patterns = typed.map(({ word }) => (isOneWord(word) ? likePattern(word).slice(1) : ''))
  const { rows } = await sql<Row>`
    select asked.place::integer, found.word, found.books, found.kind
    from unnest(${typed.map(({ word }) => word)}::text[], ${patterns}::text[],
        ${typed.map(({ tags }) => tags.join(' '))}::text[])
      with ordinality as asked (word, pattern, tags, place),
    lateral (
      (select known.word, known.books, 'spelt' as kind from search_words as known
        where asked.pattern <> '' and known.word like asked.pattern
        order by known.books desc, known.word limit ${limit})
      union all
      (select known.word, known.books, 'heard' from search_words as known
        where known.sound between sound_of(asked.word) and sound_of(asked.word) || 'zzzz'
          and known.word not like asked.pattern
        order by known.books desc, known.word limit ${limit})
      union all
      select known.word, known.books, 'tag' from search_words as known
      where known.word = any(string_to_array(asked.tags, ' '))) as found
    order by found.books desc, found.word`.execute(db)
  return rows
}

const isOneWord = (word: string) => word.length >= limits.minLetters && !/\s/.test(word)

function toMatch(term: TypedWord, rows: readonly Row[]): PrefixMatch {
  const isSpelt = rows.some(({ kind }) => kind === 'spelt')
  // In the same script, words that sound alike count only if no word is spelled like that.
  const counts = ({ word, kind }: Row) =>
    kind !== 'heard' || !isSpelt || devanagari.test(word) || devanagari.test(term.word)
  const found = rows.filter((row) => counts(row) && !fillers.has(row.word))
  const keys: string[] = []
  let books = 0
  for (const row of found) {
    if (books + row.books > maxBooksOfKey) continue
    keys.push(row.word)
    books += row.books
  }
  const others = found.filter(({ kind }) => kind === 'heard').map(({ word }) => word)
  const isWhole = keys.length === found.length && keys.length <= limits.maxWords
  const mayBeMore = !isOneWord(term.word) && term.tags.length === 0
  return { ...term, others: new Set(others), keys, books, isWhole: isWhole && !mayBeMore }
}

/** Adds matches to words that begin no word: words that contain them or are similar to them. */
async function addSimilar(db: Db, matches: readonly PrefixMatch[]): Promise<PrefixMatch[]> {
  const isUnknown = ({ word, keys, tags, isWhole }: PrefixMatch) =>
    isWhole && keys.length === 0 && tags.length === 0 && word.length >= minFuzzyWordLength
  const unknown = matches.filter(isUnknown)
  if (unknown.length === 0) return [...matches]
  const terms = await findTerms(db, unknown, { few: 1 })
  return matches.map((one) => {
    const term = terms[unknown.indexOf(one)]
    if (!term) return one
    const keys = [...(term.words ?? []), ...term.similar]
    return { ...one, keys, others: new Set(keys), isWhole: term.words !== undefined }
  })
}

/** Finds matches of typed words. Leaves out words that begin a filler: 'textb'. */
export async function findPrefixMatches(
  db: Db,
  terms: readonly TypedWord[],
): Promise<PrefixMatch[]> {
  const rows = terms.length > 0 ? await findRows(db, terms) : []
  const matches = terms.flatMap((term, at) => {
    const own = rows.filter(({ place }) => place === at + 1)
    const match = toMatch(term, own)
    const isFiller = own.length > 0 && own.every(({ word }) => fillers.has(word))
    return isFiller && term.tags.length === 0 ? [] : [match]
  })
  return addSimilar(db, matches)
}
