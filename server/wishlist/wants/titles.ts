// Finds the titles that people mean by what they type or choose.
import { sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { fieldError } from '#contract/common/error-catalog.ts'
import { type KnownTitle, minTypedLetters } from '#contract/wishlist/titles.ts'
import type { WantedTitle } from '#contract/wishlist/wants.ts'
import { findMarketTitles } from '#server/books/suggest/find-titles.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findInCatalogue, nameKey, searchCatalogue } from './catalogue.ts'

const maxSuggestedTitles = 6

export type ChosenTitle = {
  title: string
  author: string
  isbn: string | null
  branch: string | null
  search_text: string
}

/** Finds a title by its ISBN, in the words of a listing that is on the market. */
async function findOnMarket(db: Db, isbn: string): Promise<KnownTitle | undefined> {
  const { rows } = await sql<KnownTitle>`
    select title, author, isbn, branch from books
    where ${isOnMarketExcept()} and title_key = ${`isbn ${isbn}`} order by id limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns a title in the words of the catalogue, or else as typed, or else in the words of a
 * listing with its ISBN. Throws a field error if title or author is missing.
 */
export async function chooseTitle(db: Db, typed: WantedTitle): Promise<ChosenTitle> {
  const { isbn } = typed
  const isNamed = typed.title !== undefined && typed.author !== undefined
  const found =
    findInCatalogue(typed) ??
    (isbn === undefined || isNamed ? undefined : await findOnMarket(db, isbn))
  const { title = typed.title, author = typed.author, branch } = found ?? {}
  if (title === undefined)
    throw fieldError('title', 'We don’t know this ISBN. Please add title and author.')
  if (author === undefined) throw fieldError('author', 'Author is required.')
  return {
    title,
    author,
    isbn: isbn ?? found?.isbn ?? null,
    branch: branch === undefined ? null : canonicalBranch(branch),
    search_text: titleSearchText({ title, author }),
  }
}

/** Suggests a few titles: first those on the market, then those in the catalogue. */
export async function suggestTitles(db: Db, typed: string): Promise<KnownTitle[]> {
  if (typed.trim().length < minTypedLetters) return []
  const onMarket = await findMarketTitles(db, typed, maxSuggestedTitles)
  const names = new Set(onMarket.map(nameKey))
  const others = searchCatalogue(typed, 2 * maxSuggestedTitles).filter(
    (title) => !names.has(nameKey(title)),
  )
  return [...onMarket, ...others].slice(0, maxSuggestedTitles)
}
