// Words that some people write as one and others as two.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { KnownWord } from './known-words.ts'
import type { TypedWord } from './read-search.ts'

/**
 * The joined spelling that books have for each pair of words, in any script: रवींद्रनाथ for
 * 'rabindra nath'. Undefined for pairs that no book joins.
 */
async function findJoined(
  db: Db,
  pairs: readonly string[],
): Promise<({ words: string[]; books: number } | undefined)[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ place: number; words: string[]; books: number }>`
    select asked.place::integer, array_agg(known.word) as words, sum(known.books)::integer as books
    from unnest(${pairs}::text[]) with ordinality as asked (word, place), lateral (
      select same.word, same.books from search_words as same where same.word = asked.word
      union
      select heard.word, heard.books from unnest(sounds_of(asked.word)) as spoken (sound)
        join search_words as heard on heard.sound = spoken.sound
      where length(spoken.sound) > 3) as known
    group by asked.place`.execute(db)
  return pairs.map((_, at) => rows.find(({ place }) => place === at + 1))
}

/** Lets two neighboring words also match their joined spelling, if few books have one of them. */
export async function withJoined(
  db: Db,
  typed: readonly TypedWord[],
  known: Map<TypedWord, KnownWord>,
  few: number,
): Promise<Map<TypedWord, KnownWord>> {
  const isRare = (one: TypedWord) => (known.get(one)?.books ?? few) < few
  const isPlain = ({ word, tags }: TypedWord) =>
    tags.length === 0 && /^[\p{L}\p{M}]{2,}$/u.test(word)
  const pairs = typed.slice(1).flatMap((second, at): [TypedWord, TypedWord][] => {
    const first = typed[at]
    const isPair = first && isPlain(first) && isPlain(second) && (isRare(first) || isRare(second))
    return isPair ? [[first, second]] : []
  })
  const joined = await findJoined(
    db,
    pairs.map((pair) => pair.map(({ word }) => word).join('')),
  )
  const all = new Map(known)
  for (const [at, pair] of pairs.entries()) {
    const { words = [], books = 0 } = joined[at] ?? {}
    for (const one of words.length > 0 ? pair : []) {
      const row = all.get(one)
      if (!row) continue
      const added = words.filter((word) => !row.words.includes(word))
      all.set(one, {
        ...row,
        words: [...row.words, ...added],
        sounds: [...row.sounds, ...words.filter((word) => !row.sounds.includes(word))],
        books: row.books + (added.length > 0 ? books : 0),
      })
    }
  }
  return all
}

/** Splits a word into two that books have: 'ramcharit manas'; undefined if that isn't possible. */
export async function splitWord(db: Db, word: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ words: string[] | null }>`
    select split_word(${word}) as words`.execute(db)
  return rows[0]?.words ?? undefined
}
