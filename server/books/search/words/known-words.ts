// What the database knows of words that were typed, in one statement.
import { sql } from 'kysely'
import { maxSimilarWords, maxWordsOfTerm, minWordSimilarity } from '#server/books/policy.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { isAbbreviation, plainWord, type TypedWord } from './read-search.ts'
import { canBeMisspelt } from './typos.ts'

/** Cached for several requests, so nobody may change it. */
export type KnownWord = {
  /** The words of books that contain it, with those of `sounds`. */
  readonly words: readonly string[]
  /** How many books have one of them. */
  readonly books: number
  readonly sounds: readonly string[]
  readonly similar_words: readonly string[]
}

/** What is known of each word, in their order: similar ones where fewer than `few` books have it. */
export type LookUp = (asked: readonly TypedWord[], few: number) => Promise<KnownWord[]>

type Limits = { few: number; maxWords: number; minSimilarity: number }
type Asked = TypedWord & { mayBeMisspelt: boolean }

/** Matches the word anywhere in others; an abbreviation only at the start. */
const patternOf = (asked: TypedWord): string =>
  likePattern(asked.word).slice(isAbbreviation(asked) ? 1 : 0)

async function findKnownWords(db: Db, asked: readonly Asked[], limits: Limits) {
  const words = asked.map(({ word }) => word)
  const { rows } = await sql<KnownWord>`
    select words, books, sounds, similar_words from find_search_words(
      ${words}::text[], ${asked.map(patternOf)}::text[],
      ${asked.map(({ tags }) => tags.join(' '))}::text[],
      ${asked.map(({ mayBeMisspelt }) => mayBeMisspelt)}::boolean[], ${limits.few}::integer,
      ${limits.maxWords}::integer, ${maxSimilarWords}::integer,
      ${limits.minSimilarity}::real)`.execute(db)
  return rows
}

/** Asks the database for each word. */
export const lookUpFrom =
  (db: Db): LookUp =>
  (asked, few) =>
    findKnownWords(
      db,
      asked.map((one) => ({ ...one, mayBeMisspelt: canBeMisspelt(one.word) })),
      { few, maxWords: maxWordsOfTerm, minSimilarity: minWordSimilarity },
    )

/** The words most like one that no book has, whatever it was meant to be. */
export async function findWordsLike(
  db: Db,
  word: string,
  minSimilarity: number,
): Promise<readonly string[]> {
  const asked = [{ ...plainWord(word), mayBeMisspelt: true }]
  const [known] = await findKnownWords(db, asked, { few: 1, maxWords: 1, minSimilarity })
  return known?.similar_words ?? []
}
