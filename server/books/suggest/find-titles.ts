// Finds titles on the market in which each typed word is a word or begins one. If there are too
// many, finds only some of them. Each step reads a bounded number of books.
import { sql } from 'kysely'
import { normalize } from '#contract/books/normalize.ts'
import { isIsbnKey, joinInitials } from '#contract/books/title-key.ts'
import { suggestions as limits, maxBooksOfKey } from '#server/books/limits.ts'
import {
  allOf,
  containsTerms,
  hasTerms,
  isForSale,
  isInKeys,
} from '#server/books/search/conditions.ts'
import { fillers } from '#server/books/search/words/dictionary.ts'
import { readSearch, splitWords, type TypedWord } from '#server/books/search/words/read-search.ts'
import { findTerms, isUnknown, lookUpFrom, type Term } from '#server/books/search/words/terms.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * A typed word, which may be unfinished, and the words that it begins, sounds like or looks like.
 */
export type Begun = Term & { others: ReadonlySet<string> }

export type FoundTitle = {
  titleKey: string
  title: string
  author: string
  branch: string
  books: number
  words: { title: string[]; author: string[] }
}

/** Finds words that begin with typed words. Leaves out beginnings of fillers: 'textb'. */
export async function findBegun(db: Db, typed: readonly TypedWord[]): Promise<Begun[]> {
  const lookUp = lookUpFrom(db, { isPrefix: true })
  const terms = await findTerms(db, typed, { few: 1, lookUp })
  const isFiller = ({ tags, words = [] }: Term) =>
    tags.length === 0 && words.length > 0 && words.every((word) => fillers.has(word))
  return terms
    .filter((term) => !isFiller(term))
    .map((term) => ({ ...term, others: new Set([...term.sounds, ...term.similar]) }))
}

export const plain = (text: string) => splitWords(text).join(' ')
/**
 * Returns the words of an author's name, and those with joined initials: 'hc' for 'H. C. Verma'.
 */
export const wordsOfAuthor = (author: string) => [
  ...splitWords(author),
  ...splitWords(joinInitials(normalize(author))),
]

export const fits = ({ word, others }: Begun, words: readonly string[]) =>
  words.some((one) => one.startsWith(word) || others.has(one))

const isByKey = (term: Term) =>
  isInKeys(term) && term.books <= maxBooksOfKey && (term.words?.length ?? 0) <= limits.maxWords
/** Conditions that find books by the index of keys, for the words that are rare enough. */
export const hasBegun = (terms: readonly Begun[]) => hasTerms(terms.filter(isByKey), () => true)

async function readTitles(db: Db, isbn: string | undefined, terms: readonly Begun[]) {
  const byKeys = isbn ? [sql<boolean>`books.isbn = ${isbn}`] : hasBegun(terms)
  // Compares keys by bytes, which is ten times as fast as by the rules of a language.
  const key = sql`title_key collate "C"`
  const isListed = isOnMarketExcept()
  const [source, others] =
    byKeys.length === 0
      ? [sql`${isForSale} order by books.id desc limit ${sql.lit(limits.maxNewest)}`, [isListed]]
      : [sql`${allOf([...byKeys, isListed])} limit ${sql.lit(limits.maxLookedAt)}`, []]
  const checked = isbn ? [] : terms.filter((term) => !isByKey(term))
  const { rows } = await sql<Omit<FoundTitle, 'words'>>`
    with looked_at as materialized (
      select title_key, title, author, branch, search_text, deleted_at, available, is_hidden, seller_id
      from books where ${source})
    select ${key} as "titleKey", min(title collate "C") as title, min(author collate "C") as author,
      min(branch) as branch, count(*)::integer as books
    from looked_at as books where ${allOf([...others, containsTerms(checked, true)])}
    group by ${key} order by books desc, ${key}
    limit ${sql.lit(limits.maxTitles)}`.execute(db)
  return rows
}

/**
 * Returns how well a title matches, or undefined if a word is neither in title nor author and has
 * no tag.
 */
function scoreOf({ words, books }: FoundTitle, terms: readonly Begun[], typed: string) {
  const inTitle = terms.filter((term) => fits(term, words.title))
  const isMissing = (term: Begun) =>
    !inTitle.includes(term) && !fits(term, words.author) && term.tags.length === 0
  if (terms.some(isMissing)) return undefined
  const title = words.title.join(' ')
  const begins = title.startsWith(typed) ? 2 : ` ${title}`.includes(` ${typed}`) ? 1 : 0
  return inTitle.length * 10 + begins * 5 + Math.min(4, Math.log10(books))
}

/**
 * Finds titles, the best first. Each is found once, even if it is for sale both with and without
 * its ISBN.
 */
export async function findTitles(
  db: Db,
  isbn: string | undefined,
  terms: readonly Begun[],
): Promise<FoundTitle[]> {
  if (terms.some(isUnknown) || (isbn === undefined && terms.length === 0)) return []
  const typed = terms.map(({ word }) => word).join(' ')
  const found = new Map<string, FoundTitle & { score: number }>()
  for (const row of await readTitles(db, isbn, terms)) {
    const words = { title: splitWords(row.title), author: wordsOfAuthor(row.author) }
    const name = `${words.title.join(' ')}/${plain(row.author)}`
    const first = found.get(name) ?? { ...row, words, books: 0 }
    const title = { ...first, books: first.books + row.books }
    const score = scoreOf(title, terms, typed)
    if (score !== undefined) found.set(name, { ...title, score })
  }
  return [...found.values()].sort(
    (one, other) => other.score - one.score || one.title.length - other.title.length,
  )
}

type MarketTitle = { title: string; author: string; isbn?: string; branch: string }

/**
 * Finds titles for somebody who types the name of a book, the best first. The result is the same
 * for all viewers.
 */
export async function findMarketTitles(db: Db, text: string, max: number): Promise<MarketTitle[]> {
  if (text.length < limits.minLetters) return []
  const { isbn, words } = readSearch(text)
  const found = await findTitles(db, isbn, await findBegun(db, words))
  return found.slice(0, max).map(({ title, author, titleKey, branch }) => ({
    title,
    author,
    branch,
    ...(isIsbnKey(titleKey) && { isbn: titleKey.slice('isbn '.length) }),
  }))
}
