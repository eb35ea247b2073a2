// Looks up typed words among the words of books. Searches do this first, so that a misspelled word
// or one that no book has doesn't cause a search of all books.
import { sql } from 'kysely'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { isAbbreviation, plainWord, type TypedWord } from './read-search.ts'
import { bestGuess, canBeMisspelt, correctionsOf } from './spelling.ts'
import { findAskedTags, tagSign } from './tags.ts'

/** The share of a word's trigrams that must occur in a word of the book. */
const minWordSimilarity = 0.5

/**
 * A term with more matching words than this is compared with each book instead of using the index.
 */
const maxWordsOfTerm = 2000

const maxSimilarWords = 30

/** With fewer exact matches, a search also finds books with similar words. */
const minExactMatches = 24

/** A word in the database. It is cached for several requests, so don't change it. */
export type KnownWord = {
  /** The words of books that contain it, and those of `sounds`, `begun` and its tags. */
  readonly words: readonly string[]
  /** How many books have one of these words; the number may be a minute old. */
  readonly books: number
  /** Whether it is a word of a book, begins one, or at most occurs inside one. */
  readonly match: 'exact' | 'prefix' | 'substring'
  /** The same word in another spelling or script, or with one more letter. */
  readonly sounds: readonly string[]
  /** Words whose sound begins with its sound, if none sounds the same: 'godaan' for 'गोद'. */
  readonly begun: readonly string[]
  readonly similar_words: readonly string[]
}

export type Term = TypedWord &
  Omit<KnownWord, 'words' | 'similar_words'> & {
    /** Undefined if too many words contain it. */
    words: readonly string[] | undefined
    similar: readonly string[]
    /** The most likely of the similar words. */
    bestGuess: readonly string[]
    /** The tags of what the word was meant to be: of 'maths' for 'marths'. */
    meantTags: readonly string[]
  }

/** Looks up words in order. Words that fewer than `few` books have get similar words. */
export type LookUp = (asked: readonly TypedWord[], few: number) => Promise<KnownWord[]>

/**
 * Looks up words in the database, inside other words too; abbreviations and prefixes only at the
 * start of words.
 */
export const lookUpFrom =
  (db: Db, { isPrefix = false } = {}): LookUp =>
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
        ${sql.lit(minWordSimilarity)}, ${isPrefix}::boolean)`.execute(db)
    return rows
  }

const add = (words: readonly string[], more: readonly string[]) => [...new Set([...words, ...more])]
const isPlain = ({ word, tags }: TypedWord) => tags.length === 0 && /^[\p{L}\p{M}]{2,}$/u.test(word)

/** Lets two adjacent words also match their joined spelling, if few books have one of them. */
async function withJoined(
  lookUp: LookUp,
  typed: readonly TypedWord[],
  known: readonly KnownWord[],
  few: number,
): Promise<readonly KnownWord[]> {
  const isRare = (at: number) => (known[at]?.books ?? few) < few
  const pairs = typed.flatMap((one, at) => {
    const next = typed[at + 1]
    const isPair = next && isPlain(one) && isPlain(next) && (isRare(at) || isRare(at + 1))
    return isPair ? [{ at, joined: plainWord(one.word + next.word) }] : []
  })
  if (pairs.length === 0) return known
  const rows = await lookUp(
    pairs.map(({ joined }) => joined),
    0,
  )
  return known.map((row, at) => {
    const joined = rows.filter((_, nth) => pairs[nth]?.at === at || pairs[nth]?.at === at - 1)
    const words = joined.flatMap((one) => one.words)
    const books = joined.reduce((sum, one) => sum + one.books, row.books)
    return { ...row, books, words: add(row.words, words), sounds: add(row.sounds, words) }
  })
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

/** Returns the tags of a word, or those of what it was meant to be ('kemistry'). */
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

/** 'shakespear' lacks the last letter of a word. */
const isOneLetterMore = (typed: string) => (word: string) =>
  word.startsWith(typed) && word.length === typed.length + 1

function toTerm(one: TypedWord, { similar_words, ...row }: KnownWord): Term {
  const finished = row.match === 'prefix' ? row.words.filter(isOneLetterMore(one.word)) : []
  const similar = correctionsOf(one.word, similar_words)
  const term = {
    ...one,
    ...row,
    similar,
    bestGuess: bestGuess(one.word, similar),
    sounds: [...row.begun, ...add(row.sounds, finished)],
    ...(row.words.length > maxWordsOfTerm && { words: undefined, books: Number.POSITIVE_INFINITY }),
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
  if (typed.length === 0) return []
  const known = await withJoined(lookUp, typed, await lookUp(typed, few), few)
  return known.map((row, at) => toTerm(typed[at] as TypedWord, row))
}

/** Splits a word into two that books have ('ramcharit manas'), or returns undefined. */
export async function splitWord(db: Db, word: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ words: string[] | null }>`
    select split_word(${word}) as words`.execute(db)
  return rows[0]?.words ?? undefined
}

/**
 * Adds recent changes to the number of books of each word. Several processes may run it
 * concurrently. Deletes words that no book has had since the previous run, so that a word that is
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
