// Which titles are meant by what people type or choose.
import { sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import { fieldError } from '#contract/common/errors.ts'
import { type KnownTitle, minTypedLetters } from '#contract/wants/titles.ts'
import type { WantedTitle } from '#contract/wants/wants.ts'
import { searchText } from '#server/books/search/words/words.ts'
import { findMarketTitles } from '#server/books/suggest/market-titles.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findInCatalogue, nameKey, searchCatalogue } from './catalogue.ts'
import { maxSuggestedTitles, minListedDays } from './policy.ts'

const dayMs = 86_400_000

export type ChosenTitle = {
  title: string
  author: string
  isbn: string | null
  branch: string | null
  classes: string[]
  is_known: boolean
  known_book_id: string | null
  search_text: string
}

/** '11' and '12' of a text for searches that has the tags of these classes. */
export const classesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/‡class-0?(\d{1,2})\b/g)].map(([, number]) => number ?? ''))].sort(
    (one, other) => Number(one) - Number(other),
  )

type Market = {
  id: string
  title: string
  author: string
  isbn: string | null
  branch: string
  text: string
  isOwn: boolean
  isOld: boolean
}

/**
 * The first listing of a title on the market, by its ISBN or by title and author; one of the
 * account's own person where nobody else offers it.
 */
async function findOnMarket(
  db: Db,
  accountId: string,
  asked: WantedTitle,
  now: Date,
): Promise<Market | undefined> {
  const { title, author, isbn } = asked
  const name = title !== undefined && author !== undefined ? { title, author } : undefined
  const keys = [...(isbn ? [`isbn ${isbn}`] : []), ...(name ? [titleKey(name)] : [])]
  const text = name && titleSearchText(name)
  const isOwn = sql`(seller_id in (select own.id from accounts as own
    join accounts as me on me.person_id = own.person_id where me.id = ${accountId}))`
  const oldAt = new Date(now.getTime() - minListedDays * dayMs)
  const { rows } = await sql<Market>`
    select id, title, author, isbn, branch, search_text as text, ${isOwn} as "isOwn",
      greatest(created_at, updated_at) <= ${oldAt}::timestamptz as "isOld" from books
    where ${isOnMarketExcept()} and (title_key = any(${keys}::text[])
      or (isbn is not null and work_id(search_text) = work_id(${text ?? null}::text)))
    order by isbn is not distinct from ${isbn ?? null}::text desc, "isOwn",
      "isOld" desc, id limit 1`.execute(db)
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

function classesOf(found: Awaited<ReturnType<typeof findKnown>>, text: string): string[] {
  if (!found) return classesIn(text)
  if ('text' in found) return classesIn(found.text)
  return found.classes.length > 0 ? found.classes : classesIn(text)
}

/**
 * The title as the catalogue or the market has it, else as typed. An ISBN with a known title wins
 * over the typed words. Listings of the person, and new or just edited ones, don't make a title
 * known, so that nobody can write on the public page. Throws a field error if title or author is
 * missing.
 */
export async function chooseTitle(
  db: Db,
  accountId: string,
  typed: WantedTitle,
  now: Date,
): Promise<ChosenTitle> {
  const found = await findKnown(db, accountId, typed, now)
  const listing = found && 'isOwn' in found ? found : undefined
  const isKnown = found !== undefined && (!listing || (listing.isOld && !listing.isOwn))
  const { title = typed.title, author = typed.author, branch } = found ?? {}
  if (title === undefined)
    throw fieldError('title', 'We don’t know this ISBN. Please add title and author.')
  if (author === undefined) throw fieldError('author', 'Author is required.')
  return {
    title,
    author,
    isbn: typed.isbn ?? found?.isbn ?? null,
    branch: branch === undefined ? null : canonicalBranch(branch),
    classes: classesOf(found, searchText({ title, author, branch })),
    is_known: isKnown,
    known_book_id: (isKnown && listing?.id) || null,
    search_text: titleSearchText({ title, author }),
  }
}

/** At most a handful: those of the market, then those of the catalogue. */
export async function suggestTitles(
  db: Db,
  typed: string,
): Promise<{ titles: KnownTitle[]; titleKeys: string[] }> {
  if (typed.trim().length < minTypedLetters) return { titles: [], titleKeys: [] }
  const onMarket = await findMarketTitles(db, typed, maxSuggestedTitles)
  const names = new Set(onMarket.map(nameKey))
  const others = searchCatalogue(typed, 2 * maxSuggestedTitles).filter(
    (title) => !names.has(nameKey(title)),
  )
  return {
    titles: [...onMarket, ...others].slice(0, maxSuggestedTitles),
    titleKeys: onMarket.map(titleKey),
  }
}
