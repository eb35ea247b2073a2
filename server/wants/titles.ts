// Which titles are meant by what people type or choose.
import { sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { fieldError } from '#contract/common/errors.ts'
import { type KnownTitle, minTypedLetters } from '#contract/wants/titles.ts'
import type { WantedTitle } from '#contract/wants/wants.ts'
import { findMarketTitles } from '#server/books/suggest/find-titles.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findInCatalogue, nameKey, searchCatalogue } from './catalogue.ts'
import { maxSuggestedTitles } from './policy.ts'
import { isKnownListing } from './public-titles.ts'

export type ChosenTitle = {
  title: string
  author: string
  isbn: string | null
  branch: string | null
  search_text: string
}

type Market = { title: string; author: string; isbn: string | null; branch: string }

/**
 * The first listing of a title on the market, by its ISBN or by title and author. Where both are
 * typed, only those that are known and somebody else's, so that they aren't replaced by what one
 * has just written. Without them, one of the account's own person comes last.
 */
async function findOnMarket(
  db: Db,
  accountId: string,
  { title, author, isbn }: WantedTitle,
  now: Date,
): Promise<Market | undefined> {
  const isTyped = title !== undefined && author !== undefined
  const text = isTyped ? titleSearchText({ title, author }) : null
  const key = isbn === undefined ? null : `isbn ${isbn}`
  const isKnown = sql`(${isKnownListing(sql`${now}`)} and seller_id not in (select own.id from accounts as own
    join accounts as me on me.person_id = own.person_id where me.id = ${accountId}))`
  const { rows } = await sql<Market>`
    select title, author, isbn, branch from books
    where ${isOnMarketExcept()}
      and (title_key = ${key}::text or work_id(search_text) = work_id(${text}::text))
      and (${isKnown} or not ${isTyped}::boolean)
    order by isbn is not distinct from ${isbn ?? null}::text desc, ${isKnown} desc, id
    limit 1`.execute(db)
  return rows[0]
}

/** The market knows this very ISBN, or else the catalogue the name. */
async function findKnown(db: Db, accountId: string, asked: WantedTitle, now: Date) {
  const { isbn } = asked
  const known = isbn === undefined ? findInCatalogue(asked) : findInCatalogue({ isbn })
  if (known) return known
  const market = await findOnMarket(db, accountId, asked, now)
  return market && market.isbn === isbn ? market : (findInCatalogue(asked) ?? market)
}

/**
 * The title as the catalogue or a known listing of somebody else has it, else as typed, else as any
 * listing has its ISBN. Throws a field error if title or author is missing.
 */
export async function chooseTitle(
  db: Db,
  accountId: string,
  typed: WantedTitle,
  now: Date,
): Promise<ChosenTitle> {
  const found = await findKnown(db, accountId, typed, now)
  const { title = typed.title, author = typed.author, branch } = found ?? {}
  if (title === undefined)
    throw fieldError('title', 'We don’t know this ISBN. Please add title and author.')
  if (author === undefined) throw fieldError('author', 'Author is required.')
  return {
    title,
    author,
    isbn: typed.isbn ?? found?.isbn ?? null,
    branch: branch === undefined ? null : canonicalBranch(branch),
    search_text: titleSearchText({ title, author }),
  }
}

/** At most a handful: those of the market, then those of the catalogue. */
export async function suggestTitles(db: Db, typed: string): Promise<KnownTitle[]> {
  if (typed.trim().length < minTypedLetters) return []
  const onMarket = await findMarketTitles(db, typed, maxSuggestedTitles)
  const names = new Set(onMarket.map(nameKey))
  const others = searchCatalogue(typed, 2 * maxSuggestedTitles).filter(
    (title) => !names.has(nameKey(title)),
  )
  return [...onMarket, ...others].slice(0, maxSuggestedTitles)
}
