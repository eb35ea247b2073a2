// Finds titles on the market that match typed words, or some of them if there are very many. Each
// step reads a bounded number of books.
import { sql } from 'kysely'
import { normalize } from '#contract/books/normalize.ts'
import { isIsbnKey, joinInitials } from '#contract/books/title-key.ts'
import { suggestions as limits } from '#server/books/limits.ts'
import { allOf, type Condition, hasOneKey, isForSale } from '#server/books/search/conditions.ts'
import { readSearch, splitWords } from '#server/books/search/words/read-search.ts'
import { withSpaces } from '#server/books/search/words/search-text.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { findPrefixMatches, type PrefixMatch } from './prefix-matches.ts'

export type FoundTitle = {
  titleKey: string
  title: string
  author: string
  branch: string
  books: number
  words: { title: string[]; author: string[] }
}

/** Includes 'hc verma' for 'H. C. Verma'. */
export const wordsOfAuthor = (author: string) => [
  ...splitWords(author),
  ...splitWords(joinInitials(normalize(author))),
]
export const plain = (text: string) => splitWords(text).join(' ')

export const fits = ({ word, others }: PrefixMatch, words: readonly string[]) =>
  words.some((one) => one.startsWith(word) || others.has(one))

const begins = ({ word, others, tags }: PrefixMatch): Condition =>
  sql`' ' || ${withSpaces(sql`search_text`)} like any(${[word, ...others, ...tags].map((one) => likePattern(` ${one}`))}::text[])`

/**
 * Returns conditions that find books by the index of keys where possible, and the matches to check
 * in the books that it finds.
 */
export function chooseKeys(matches: readonly PrefixMatch[]) {
  const whole = matches.filter(({ isWhole }) => isWhole)
  const rarest = matches
    .filter(({ keys }) => keys.length > 0)
    .toSorted((one, other) => one.books - other.books)
  const chosen = whole.length > 0 ? whole : rarest.slice(0, 1)
  return {
    byKeys: chosen.map(({ keys }) => hasOneKey(keys)),
    checked: matches.filter((match) => !chosen.includes(match)),
  }
}

async function lookUp(db: Db, isbn: string | undefined, matches: readonly PrefixMatch[]) {
  const { byKeys, checked } = isbn
    ? { byKeys: [sql<boolean>`books.isbn = ${isbn}`], checked: [] }
    : chooseKeys(matches)
  // Compared by bytes, which is ten times as fast as by the rules of a language.
  const key = sql`title_key collate "C"`
  const source =
    byKeys.length === 0
      ? sql`books where ${isForSale} order by books.id desc limit ${sql.lit(limits.maxNewest)}`
      : sql`books where ${allOf([...byKeys, isOnMarketExcept()])} limit ${sql.lit(limits.maxLookedAt)}`
  const others = byKeys.length === 0 ? [isOnMarketExcept()] : []
  const { rows } = await sql<Omit<FoundTitle, 'words'>>`
    with looked_at as materialized (
      select title_key, title, author, branch, search_text, deleted_at, available, hidden_at, seller_id
      from ${source})
    select ${key} as "titleKey", min(title collate "C") as title, min(author collate "C") as author,
      min(branch) as branch, count(*)::integer as books
    from looked_at as books where ${allOf([...others, ...checked.map(begins)])}
    group by ${key} order by books desc, ${key}
    limit ${sql.lit(limits.maxTitles)}`.execute(db)
  return rows
}

/**
 * Returns how well a title matches, or undefined if a word is neither in title nor author and has
 * no tag.
 */
function scoreOf({ words, books }: FoundTitle, matches: readonly PrefixMatch[], typed: string) {
  let inTitle = 0
  for (const match of matches) {
    if (fits(match, words.title)) inTitle++
    else if (!fits(match, words.author) && match.tags.length === 0) return undefined
  }
  const title = words.title.join(' ')
  const begins = title.startsWith(typed) ? 2 : ` ${title}`.includes(` ${typed}`) ? 1 : 0
  return inTitle * 10 + begins * 5 + Math.min(4, Math.log10(books))
}

/** Finds titles, the best first. */
export async function findTitles(
  db: Db,
  isbn: string | undefined,
  matches: readonly PrefixMatch[],
): Promise<FoundTitle[]> {
  const isUnknown = matches.some(({ isWhole, keys }) => isWhole && keys.length === 0)
  if (isUnknown || (isbn === undefined && matches.length === 0)) return []
  const typed = matches.map(({ word }) => word).join(' ')
  return (await lookUp(db, isbn, matches))
    .flatMap((row) => {
      const words = { title: splitWords(row.title), author: wordsOfAuthor(row.author) }
      const found = { ...row, words }
      const score = scoreOf(found, matches, typed)
      return score === undefined ? [] : [{ found, score }]
    })
    .sort(
      (one, other) => other.score - one.score || one.found.title.length - other.found.title.length,
    )
    .map(({ found }) => found)
}

/** Removes duplicates, because the same book may be for sale with and without its ISBN. */
export function eachOnce(found: readonly FoundTitle[]): FoundTitle[] {
  const byName = new Map<string, FoundTitle>()
  for (const one of found.toReversed()) byName.set(`${plain(one.title)}/${plain(one.author)}`, one)
  return [...byName.values()].toSorted((one, other) => found.indexOf(one) - found.indexOf(other))
}

type MarketTitle = { title: string; author: string; isbn?: string; branch: string }

/**
 * Finds titles for somebody who types the name of a book: the best first, each once. The result is
 * the same for all viewers.
 */
export async function findMarketTitles(db: Db, text: string, max: number): Promise<MarketTitle[]> {
  if (text.length < limits.minLetters) return []
  const { isbn, words } = readSearch(text)
  const found = await findTitles(db, isbn, await findPrefixMatches(db, words))
  return eachOnce(found)
    .slice(0, max)
    .map(({ title, author, titleKey, branch }) => ({
      ...{ title, author, branch },
      ...(isIsbnKey(titleKey) && { isbn: titleKey.slice('isbn '.length) }),
    }))
}
