// Titles of the market that have what was typed: some of them, where they are very many. Each step
// reads a bounded number of books.
import { sql } from 'kysely'
import { maxBooksOfKey, suggestions } from '#server/books/policy.ts'
import {
  allOf,
  type Condition,
  containsAll,
  hasOneKey,
  isForSale,
} from '#server/books/search/conditions.ts'
import { withSpaces } from '#server/books/search/words/search-text.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import type { Begun } from './beginnings.ts'

export type LookedUp = { titleKey: string; title: string; author: string; books: number }

const keysOf = ({ words, tags }: Begun) => [...words, ...tags]
const isUsable = (term: Begun) =>
  term.isWhole && keysOf(term).length > 0 && term.books <= maxBooksOfKey

/** The commonest of a word's beginnings, without those that too many books have. */
function commonestOf({ words, tags, counts }: Begun): string[] {
  const chosen: string[] = []
  let sum = 0
  for (const key of [...words, ...tags]) {
    const books = counts.get(key) ?? 0
    if (sum + books > maxBooksOfKey) continue
    chosen.push(key)
    sum += books
    if (sum >= suggestions.enoughBooks) break
  }
  return chosen
}

const text = sql`' ' || ${withSpaces(sql`search_text`)}`

function begins({ word, others, tags }: Begun): Condition {
  const beginnings = [word, ...others, ...tags].map((one) => likePattern(` ${one}`))
  return sql`${text} like any(${beginnings}::text[])`
}

/** A word that no book has: then there is nothing to look for. */
const isUnknown = (term: Begun) => term.isWhole && keysOf(term).length === 0

type Chosen = { byKeys: Condition | undefined; checked: Begun[] }

/** By the index of keys where it can be, the rest is checked of what that finds. */
export function chooseKeys(terms: readonly Begun[]): Chosen {
  const usable = terms.filter(isUsable)
  if (usable.length > 0)
    return {
      byKeys: allOf(usable.map((term) => hasOneKey(keysOf(term)))),
      checked: terms.filter((term) => !usable.includes(term)),
    }
  const [fewest] = terms
    .filter((term) => commonestOf(term).length > 0)
    .sort((one, other) => one.books - other.books)
  return fewest
    ? {
        byKeys: hasOneKey(commonestOf(fewest)),
        checked: terms.filter((term) => term !== fewest),
      }
    : { byKeys: undefined, checked: [...terms] }
}

export async function lookUpTitles(
  db: Db,
  { isbn, terms }: { isbn: string | undefined; terms: readonly Begun[] },
): Promise<LookedUp[]> {
  if (terms.some(isUnknown)) return []
  const { byKeys, checked } =
    isbn === undefined
      ? chooseKeys(terms)
      : { byKeys: containsAll({ isbn, words: [] }), checked: [] }
  // Letters are compared as they are: ten times as fast as by the rules of a language.
  const key = sql`title_key collate "C"`
  const source =
    byKeys === undefined
      ? sql`books where ${isForSale} order by books.id desc limit ${sql.lit(suggestions.maxNewest)}`
      : sql`books where ${byKeys} and ${isOnMarketExcept()}
          limit ${sql.lit(suggestions.maxLookedAt)}`
  const others = byKeys === undefined ? [isOnMarketExcept()] : []
  const { rows } = await sql<LookedUp>`
    with looked_at as materialized (
      select title_key, title, author, search_text, deleted_at, available, hidden_at, seller_id
      from ${source})
    select ${key} as "titleKey", min(title collate "C") as title, min(author collate "C") as author,
      count(*)::integer as books
    from looked_at as books where ${allOf([...others, ...checked.map(begins)])}
    group by ${key} order by books desc, ${key}
    limit ${sql.lit(suggestions.maxTitles)}`.execute(db)
  return rows
}
