// What the database knows of words that were typed, in one statement.
import { sql } from 'kysely'
import { maxSimilarWords, maxWordsOfTerm, minWordSimilarity } from '#server/books/policy.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import type { TypedWord } from './read-search.ts'
import { canBeMisspelt } from './typos.ts'

export type Known = { words: string[]; books: number; sounds: string[]; similar_words: string[] }

/** What is known of each word: similar ones where fewer than `few` books have it. */
export type LookUp = (asked: readonly TypedWord[], few: number) => Promise<Known[]>

export const lookUpFrom =
  (db: Db): LookUp =>
  async (asked, few) => {
    const words = asked.map(({ word }) => word)
    const { rows } = await sql<Known>`
      select words, books, sounds, similar_words from find_search_words(
        ${words}::text[], ${words.map(likePattern)}::text[],
        ${asked.map(({ tags }) => tags.join(' '))}::text[], ${words.map(canBeMisspelt)}::boolean[],
        ${few}::integer, ${maxWordsOfTerm}::integer, ${maxSimilarWords}::integer,
        ${minWordSimilarity}::real)`.execute(db)
    return rows
  }
