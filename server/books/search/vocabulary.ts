// The words that books have. A search asks for these first, so that a word that no book has, or a
// misspelt one, costs nothing more.
import { sql } from 'kysely'
import {
  maxSimilarWords,
  maxWordsOfTerm,
  minFuzzyWordLength,
  minWordSimilarity,
} from '#server/books/policy.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

export type Term = {
  word: string
  /** The words of books that contain it; undefined where too many do, or they weren't asked for. */
  words: string[] | undefined
  /** How many books have one of them, as it was a minute ago. */
  books: number
  similar: string[]
}

/** A number may not be misspelt, or one edition would find others. */
const canBeMisspelt = (word: string) => word.length >= minFuzzyWordLength && !/\d/.test(word)

/** Whether the index of words can look for it; any other is looked for in each of them. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Looks the words up, with similar ones for those that fewer than `few` books have. */
export async function findTerms(db: Db, words: readonly string[], few: number): Promise<Term[]> {
  const indexed = words.filter(isIndexed)
  const asked = indexed.length > 0 ? indexed : [...words]
  const { rows } = await sql<{ words: string[]; books: number; similar_words: string[] }>`
    select words, books, similar_words from find_search_words(${asked}::text[], ${asked.map(likePattern)}::text[],
      ${asked.map(canBeMisspelt)}::boolean[], ${few}::integer, ${maxWordsOfTerm}::integer, ${maxSimilarWords}::integer,
      ${minWordSimilarity}::real)`.execute(db)
  return words.map((word) => {
    const row = rows[asked.indexOf(word)]
    if (!row) return { word, words: undefined, books: Number.POSITIVE_INFINITY, similar: [] }
    const isWhole = row.words.length <= maxWordsOfTerm
    return {
      word,
      words: isWhole ? row.words : undefined,
      books: isWhole ? row.books : Number.POSITIVE_INFINITY,
      similar: row.similar_words,
    }
  })
}

/**
 * Adds what has changed to the numbers of books. Several processes may do it at once. A word goes
 * that no book has had since the time before, so that one that comes back at once isn't lost.
 */
export async function sumUpSearchWords(db: Db): Promise<void> {
  await sql`
    delete from search_words where word in (
      select known.word from search_words as known where known.books = 0
      and not exists (select from search_word_changes as changes where changes.word = known.word)
      for update of known skip locked)`.execute(db)
  await sql`
    with gone as (delete from search_word_changes returning word, books),
    sums as (select word, sum(books)::integer as books from gone group by word)
    insert into search_words as known select word, books from sums where books <> 0 order by word
    on conflict (word) do update set books = known.books + excluded.books`.execute(db)
}
