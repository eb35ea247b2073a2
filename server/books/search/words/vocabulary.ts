// The words that books have. A search asks for these first, so that a word that no book has, or a
// misspelt one, costs nothing more.
import { sql } from 'kysely'
import {
  maxBooksOfKey,
  maxCountedMatches,
  maxLettersAfterTypo,
  maxWordsBegun,
  maxWordsByHalf,
  maxWordsOfTerm,
} from '#server/books/policy.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { withJoined } from './joined-words.ts'
import { type KnownWord, type LookUp, lookUpFrom } from './known-words.ts'
import { tagsOf } from './meant.ts'
import { devanagari, type TypedWord } from './read-search.ts'
import { initialsSign, tagSign } from './tags.ts'
import { canBeMisspelt, findLikeliest, findMeant, halvesOf } from './typos.ts'

export type Term = TypedWord & {
  /** The same word in other letters or in another script, or with one letter more. */
  sounds: string[]
  /** Those of them that begin as it sounds, where none sounds the same: 'godaan' for 'गोद'. */
  begun: string[]
  /**
   * The words of books that contain it, with its sounds and tags; undefined where too many do, or
   * they weren't asked for.
   */
  words: string[] | undefined
  /** How many books have one of them, as it was a minute ago. */
  books: number
  similar: string[]
  /** Whether it is a word of a book, or one begins with it; else it stands inside others at most. */
  place: 'whole' | 'beginning' | 'inside'
  /** Those of them that are meant most likely. */
  likeliest: string[]
  /** Of what is meant by it: of 'maths' for 'marths'. Only those that few books have. */
  meantTags: string[]
}

/** Of books: similar words are asked for however many there are. */
export const anyNumber = 2 ** 31 - 1

type Counted = { words: string[]; books: number }

/** Whether the index of words can look for it; any other is looked for in each of them. */
const isIndexed = (word: string) => /[\p{L}\p{M}\p{N}]{3}/u.test(word)

/**
 * Words that begin or end like those that no book has: the index of trigrams misses every second
 * word with one typo, if it is short.
 */
async function findByHalves(db: Db, typed: readonly string[]): Promise<string[]> {
  if (typed.length === 0) return []
  const asked = typed.flatMap((word) => {
    const { beginnings, end } = halvesOf(word)
    const patterns = [
      ...beginnings.flatMap((one) => [one, tagSign + one]).map((one) => likePattern(one).slice(1)),
      likePattern(end).slice(0, -1),
    ]
    return patterns.map((pattern) => ({ pattern, letters: Array.from(word).length }))
  })
  const { rows } = await sql<{ word: string }>`
    select found.word from unnest(${asked.map(({ pattern }) => pattern)}::text[],
      ${asked.map(({ letters }) => letters)}::integer[]) as asked (pattern, letters),
    lateral (select known.word from search_words as known
      where known.word like asked.pattern
        and length(known.word) between asked.letters - 1 and asked.letters + ${maxLettersAfterTypo}
      order by known.books desc, known.word limit ${maxWordsByHalf}) as found`.execute(db)
  return rows.map(({ word }) => word)
}

/**
 * What words in Devanagari begin, half typed: only where none sounds the same, and the commonest.
 * In Latin letters they are found by what contains them.
 */
async function findBegun(db: Db, words: readonly string[]): Promise<Map<string, Counted>> {
  const typed = words.filter((word) => devanagari.test(word))
  if (typed.length === 0) return new Map()
  const { rows } = await sql<Counted & { typed: string; isSame: boolean }>`
    select asked.word as typed, found.words, found.books, found.is_same as "isSame"
    from unnest(${typed}::text[]) as asked (word), lateral (
      select array_agg(begun.word) as words, sum(begun.books)::integer as books,
        bool_or(begun.sound = sound_of(asked.word)) as is_same
      from (select known.word, known.books, known.sound from search_words as known
        where known.sound between sound_of(asked.word) and sound_of(asked.word) || 'zzzz'
        order by known.sound = sound_of(asked.word) desc, known.books desc, known.word
        limit ${sql.lit(maxWordsBegun)}) as begun) as found
    where found.words is not null`.execute(db)
  return new Map(rows.flatMap((row) => (row.isSame ? [] : [[row.typed, row]])))
}

const unlimited = { words: undefined, books: Number.POSITIVE_INFINITY } as const

/**
 * What is known of each word. Those that the index of words can't look for only where very many
 * books have each of the others: it takes a look at every word, which is less than at every book.
 */
async function lookUpAll(
  lookUp: LookUp,
  typed: readonly TypedWord[],
  few: number,
): Promise<Map<TypedWord, KnownWord>> {
  const [indexed, others] = [true, false].map((is) =>
    typed.filter(({ word }) => isIndexed(word) === is),
  ) as [TypedWord[], TypedWord[]]
  const found = indexed.length > 0 ? await lookUp(indexed, few) : []
  const known = new Map(found.map((row, at) => [indexed[at] as TypedWord, row]))
  if (others.length === 0 || found.some(({ books }) => books <= maxBooksOfKey)) return known
  const rows = await lookUp(others, few)
  return new Map([...known, ...rows.map((row, at) => [others[at] as TypedWord, row] as const)])
}

/**
 * Whether one of the words, or a part of one, starts with this: 'neill' in 'o'neill'. Assumed if
 * there are too many words to check.
 */
const startsOne = (word: string, words: readonly string[]): boolean =>
  words.length > maxWordsOfTerm ||
  words.some(
    (one) =>
      one.startsWith(word) ||
      one.includes(`'${word}`) ||
      one.includes(`-${word}`) ||
      one === `${initialsSign}${word}`,
  )

/** 'shakespear' lacks the last letter of a word. */
const isOneLetterMore = (typed: string) => (word: string) =>
  word.startsWith(typed) && word.length === typed.length + 1

/** Whether it may be misspelt, although by chance it is part of other words. */
const mayBeMisspelt = ({ word, tags }: TypedWord, { words }: KnownWord): boolean =>
  canBeMisspelt(word) && tags.length === 0 && !startsOne(word, words)

const unknownTerm = {
  ...{ ...unlimited, sounds: [], begun: [], similar: [], likeliest: [], meantTags: [] },
  place: 'whole',
} as const

/**
 * Looks the words up, with similar ones for those that fewer than `few` books have, or that no word
 * begins with.
 */
export async function findTerms(
  db: Db,
  typed: readonly TypedWord[],
  few: number,
  lookUp: LookUp = lookUpFrom(db),
): Promise<Term[]> {
  const known = await withJoined(db, typed, await lookUpAll(lookUp, typed, few), few)
  const misspelt = few === 0 ? [] : [...known].filter(([one, row]) => mayBeMisspelt(one, row))
  // Where enough books have words that sound like it, these are meant; where very many contain it,
  // a list goes through them in its order, and would go through all for a few with similar words.
  const unheard = misspelt.filter(
    ([, { books, sounds }]) => books < few || (sounds.length === 0 && books <= maxCountedMatches),
  )
  const inside = unheard.flatMap(([one, { books }]) => (books >= few ? [one] : []))
  const rows = inside.length > 0 ? await lookUp(inside, anyNumber) : []
  for (const [at, row] of rows.entries()) known.set(inside[at] as TypedWord, row)
  const byHalves = await findByHalves(
    db,
    unheard.map(([{ word }]) => word),
  )
  const begun = await findBegun(
    db,
    [...known.keys()].map(({ word }) => word),
  )
  const terms = typed.map((one): Term => {
    const row = known.get(one)
    if (!row) return { ...one, ...unknownTerm }
    const { words: longer = [], books: ofLonger = 0 } = begun.get(one.word) ?? {}
    const found = [...new Set([...longer, ...row.words])]
    const isWhole = found.length <= maxWordsOfTerm
    const isInside = misspelt.some(([other]) => other === one)
    const isWord = !isWhole || row.words.includes(one.word)
    const similar = findMeant(one.word, [...row.similar_words, ...(isInside ? byHalves : [])])
    const place = isInside ? 'inside' : isWord ? 'whole' : 'beginning'
    const finished = place === 'beginning' ? row.words.filter(isOneLetterMore(one.word)) : []
    return {
      ...one,
      sounds: [...new Set([...longer, ...row.sounds, ...finished])],
      begun: longer,
      ...(isWhole ? { words: found, books: row.books + ofLonger } : unlimited),
      similar,
      likeliest: findLikeliest(one.word, similar),
      meantTags: [],
      place,
    }
  })
  return withMeantTags(db, terms)
}

/** Where very many books have such a tag, enough of them have the word itself. */
async function withMeantTags(db: Db, terms: Term[]): Promise<Term[]> {
  const tags = terms.map((term) => (term.tags.length > 0 ? [] : tagsOf(term)))
  const counts = await findCounts(db, tags.flat())
  const isFew = (tag: string) => (counts.get(tag) ?? 0) <= maxBooksOfKey
  return terms.map((term, at) => ({ ...term, meantTags: tags[at]?.filter(isFew) ?? [] }))
}

/** How many books have each of these words or tags, as it was a minute ago. */
export async function findCounts(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; books: number }>`
    select word, books from search_words where word = any(${words}::text[])`.execute(db)
  return new Map(rows.map(({ word, books }) => [word, books]))
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
