// What somebody who has typed this may be looking for. The same for everybody: it tells no more of
// a book than its title and author, so it names also what a block hides.
import { type SqlBool, sql } from 'kysely'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions as limits, maxCountedMatches } from '#server/books/policy.ts'
import { hasOneKey } from '#server/books/search/conditions.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { findNamedPlaces } from '#server/places/named.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Begun, findBeginnings } from './beginnings.ts'
import { chooseSuggestions } from './choose.ts'
import { chooseKeys, lookUpTitles } from './look-up.ts'
import { findNamedFilters, type NamedFilter, wordsLeft } from './name-filters.ts'
import { readTyped } from './read-typed.ts'

function toSuggestion({ text, filter, search: typed }: NamedFilter): Suggestion {
  const search = typed.normalize('NFC')
  return 'class' in filter
    ? { kind: 'class', text, ...filter, search }
    : { kind: 'exam', text, ...filter, search }
}

/** Of the commonest, those that books on the market have beside what else was typed. */
async function findFilterSuggestions(
  db: Db,
  named: readonly NamedFilter[],
  begun: readonly Begun[],
): Promise<Suggestion[]> {
  const [one] = named
  if (!one) return []
  const left = new Set(wordsLeft(one).map(({ word }) => word))
  const { byKeys } = chooseKeys(begun.filter(({ word }) => left.has(word)))
  const { rows } = await sql<{ tag: string }>`
    with commonest as (
      select word, books from search_words where word = any(${named.map(({ tag }) => tag)}::text[])
      order by books desc limit ${sql.lit(2 * limits.maxFilters)})
    select word as tag from commonest
    where (${byKeys === undefined}::boolean and books > ${sql.lit(maxCountedMatches)})
      or exists (select from books where ${hasOneKey(sql`array[commonest.word]`)}
        and ${byKeys ?? sql<SqlBool>`true`} and ${isOnMarketExcept()})
    order by books desc limit ${sql.lit(limits.maxFilters)}`.execute(db)
  return rows.flatMap((row) => named.filter(({ tag }) => tag === row.tag).map(toSuggestion))
}

/** Of a place and nothing else: beside other words it may be part of a title. */
const findPlaceSuggestions = (text: string): Suggestion[] =>
  findNamedPlaces(text).flatMap(({ name, near, city, search }): Suggestion[] =>
    search !== ''
      ? []
      : near === undefined
        ? [{ kind: 'place', text: `Books in ${name}`, ...(city && { city }), search }]
        : [{ kind: 'place', text: `Books near ${name}`, near, search }],
  )

/** Also the keys of the titles that they name, or whose authors they name. */
export async function suggest(db: Db, text: string): Promise<Suggestion[]> {
  if (text.length < limits.minLetters) return []
  const typed = readTyped(text)
  const terms = await findBeginnings(db, typed.terms)
  if (typed.isbn === undefined && terms.length === 0) return []
  const rows = await lookUpTitles(db, { isbn: typed.isbn, terms })
  const filters = [
    ...findPlaceSuggestions(text),
    ...(await findFilterSuggestions(db, findNamedFilters(text), terms)),
  ]
  return chooseSuggestions({ typed, terms, rows, filters })
}
