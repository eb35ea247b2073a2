// Looks up typed words among the words of books. Searches do this first, so that a misspelled word
// or one that no book has doesn't cause a search of all books.
import { sql } from 'kysely'
import { maxBooksOfKey } from '#server/books/limits.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { isAbbreviation, plainWord, type TypedWord } from './read-search.ts'
import { bestGuess, canBeMisspelt, correctionsOf } from './spelling.ts'
import { findAskedTags, tagSign } from './tags.ts'

/** The share of a word's trigrams that a similar word must contain. */
const minWordSimilarity = 0.5

/**
 * A term with more matching words than this is compared with each book instead of using the index.
 */
const maxWordsOfTerm = 2000

const maxSimilarWords = 30

/** If there are fewer exact matches, a search also finds books with similar words. */
const minExactMatches = 24

/** The result of looking up a word. Requests share the cached object, so don't change it. */
export type KnownWord = {
  /**
   * All words in the index that match it: those that contain it, those in `sounds` and `begun`, and
   * its tags.
   */
  readonly words: readonly string[]
  /** How many books have one of these words. The number may be a minute old. */
  readonly books: number
  /**
   * Whether the word itself is known, or only begins other words, or is at most a part of other
   * words.
   */
  readonly match: 'exact' | 'prefix' | 'substring'
  /** Other spellings of the word, in both scripts. In a Term, also words with one more letter. */
  readonly sounds: readonly string[]
  /**
   * Words whose sound begins with this word's sound: 'godaan' for 'गोद'. Only looked up while a
   * word is being typed, or if no known word sounds like it.
   */
  readonly begun: readonly string[]
  readonly similar_words: readonly string[]
}

export type Term = TypedWord &
  Omit<KnownWord, 'words' | 'similar_words'> & {
    /** Undefined if too many words match, or if the word wasn't looked up. */
    words: readonly string[] | undefined
    similar: readonly string[]
    /** The most likely of the similar words. */
    bestGuess: readonly string[]
    /**
     * If the word has no tags: those of the word that was probably meant, as of 'maths' for
     * 'marths'.
     */
    meantTags: readonly string[]
  }

/**
 * Looks up words; the results have the same order. Words in fewer than `few` books get similar
 * words, too.
 */
export type LookUp = (asked: readonly TypedWord[], few: number) => Promise<KnownWord[]>

/**
 * Looks up words in the database. They also match inside other words, except abbreviations and,
 * with `isPrefix`, unfinished words, which match only at the start.
 */
export const lookUpFrom =
  (db: Db, { minSimilarity = minWordSimilarity, isPrefix = false } = {}): LookUp =>
  async (asked, few) => {
    const words = asked.map(({ word }) => word)
    const patterns = asked.map((one) =>
      likePattern(one.word).slice(isPrefix || isAbbreviation(one) ? 1 : 0),
    )
    const tags = asked.map(({ tags }) => tags.join(' '))
    const mayBeMisspelt = words.map(canBeMisspelt)
    const { rows } = await sql<KnownWord>`
      select words, books, match, sounds, begun, similar_words from find_search_words(
        ${words}::text[], ${patterns}::text[], ${tags}::text[], ${mayBeMisspelt}::boolean[],
        ${few}::integer, ${sql.lit(maxWordsOfTerm)}, ${sql.lit(maxSimilarWords)},
        ${minSimilarity}::real, ${isPrefix}::boolean)`.execute(db)
    return rows
  }

/** Whether the index of words can find a word. For any other word, all words are scanned. */
const isIndexed = ({ word }: TypedWord) => /[\p{L}\p{M}\p{N}]{3}/u.test(word)

type Known = Map<TypedWord, KnownWord>

async function lookUpAll(lookUp: LookUp, typed: readonly TypedWord[], few: number) {
  const known: Known = new Map()
  const ask = async (asked: readonly TypedWord[]) => {
    const rows = asked.length > 0 ? await lookUp(asked, few) : []
    for (const [at, row] of rows.entries()) known.set(asked[at] as TypedWord, row)
  }
  await ask(typed.filter(isIndexed))
  // Scanning all words is cheaper than scanning all books.
  if (![...known.values()].some(({ books }) => books <= maxBooksOfKey))
    await ask(typed.filter((one) => !isIndexed(one)))
  return known
}

const add = (words: readonly string[], more: readonly string[]) => [...new Set([...words, ...more])]
const isPlain = ({ word, tags }: TypedWord) => tags.length === 0 && /^[\p{L}\p{M}]{2,}$/u.test(word)

/** Lets two adjacent words also match their joined spelling, if few books have one of them. */
async function addJoined(lookUp: LookUp, typed: readonly TypedWord[], known: Known, few: number) {
  const isRare = (one: TypedWord) => (known.get(one)?.books ?? few) < few
  const pairs = typed
    .slice(1)
    .map((second, at) => [typed[at] as TypedWord, second] as const)
    .filter((pair) => pair.every(isPlain) && pair.some(isRare))
  if (pairs.length === 0) return
  const joined = await lookUp(
    pairs.map(([first, second]) => plainWord(first.word + second.word)),
    0,
  )
  for (const [at, { words, books }] of joined.entries())
    for (const one of pairs[at] ?? []) {
      const row = known.get(one)
      if (!row || words.length === 0) continue
      const more = { words: add(row.words, words), sounds: add(row.sounds, words) }
      known.set(one, { ...row, ...more, books: row.books + books })
    }
}

/**
 * Returns what a word means if no book has it: words that sound like it (and are spelled similarly,
 * if it begins other words), or its most likely corrections if no word begins with it. Other words
 * mean themselves.
 */
export function meantBy(
  term: Pick<Term, 'word' | 'match' | 'sounds' | 'begun' | 'bestGuess'>,
): readonly string[] {
  const { word, match, sounds, begun, bestGuess } = term
  if (match === 'exact' || begun.length > 0) return [word]
  const heard = match === 'prefix' ? correctionsOf(word, sounds) : sounds
  const meant = heard.length > 0 || match === 'prefix' ? heard : bestGuess
  return meant.length === 0 ? [word] : meant
}

/**
 * Returns the tags of a word or, if no book has it, those of the word that was probably meant
 * ('kemistry').
 */
export function tagsOf(
  term: Parameters<typeof meantBy>[0] & Pick<Term, 'tags'>,
): readonly string[] {
  const { word, tags, match } = term
  if (tags.length > 0 || match !== 'substring') return tags
  const meant = meantBy(term).filter((one) => one !== word)
  return meant.flatMap((one) =>
    one.startsWith(tagSign) ? one : (findAskedTags([one], 0)?.tags ?? []),
  )
}

/** Whether no book has the word or a similar one. */
export const isUnknown = ({ tags, words, similar }: Term) =>
  tags.length === 0 && words?.length === 0 && similar.length === 0

const unlimited = { words: undefined, books: Number.POSITIVE_INFINITY }
const unknown = { match: 'exact', sounds: [], begun: [], similar_words: [] } as const

/** Whether a word is the typed one with one more letter: 'shakespear'. */
const isOneLetterMore = (typed: string) => (word: string) =>
  word.startsWith(typed) && word.length === typed.length + 1

function toTerm(one: TypedWord, row: KnownWord | undefined): Term {
  const { match, sounds, begun, similar_words } = row ?? unknown
  const finished = match === 'prefix' ? (row?.words.filter(isOneLetterMore(one.word)) ?? []) : []
  const similar = correctionsOf(one.word, similar_words)
  const term = {
    ...one,
    match,
    begun,
    similar,
    bestGuess: bestGuess(one.word, similar),
    sounds: [...begun, ...add(sounds, finished)],
    ...(row && row.words.length <= maxWordsOfTerm
      ? { words: row.words, books: row.books }
      : unlimited),
  }
  return { ...term, meantTags: one.tags.length > 0 ? [] : tagsOf(term) }
}

/** Looks up words. Those that few books have, or that begin no word, also get similar words. */
export async function findTerms(
  db: Db,
  typed: readonly TypedWord[],
  {
    few = minExactMatches,
    lookUp = lookUpFrom(db),
  }: { few?: number; lookUp?: LookUp | undefined } = {},
): Promise<Term[]> {
  const known = await lookUpAll(lookUp, typed, few)
  await addJoined(lookUp, typed, known, few)
  return typed.map((one) => toTerm(one, known.get(one)))
}

/** Splits a word into two that books have ('ramcharit manas'), or returns undefined. */
export async function splitWord(db: Db, word: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ words: string[] | null }>`
    select split_word(${word}) as words`.execute(db)
  return rows[0]?.words ?? undefined
}

/**
 * Adds recent changes to the number of books of each word. Several processes may run this
 * concurrently. Deletes words that had no books in the previous run either, so that a word that is
 * added again at once isn't lost.
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
