// Titles of the market that have what somebody is typing, for whoever names a book.
import { sql } from 'kysely'
import { isIsbnKey } from '#contract/books/title-key.ts'
import { suggestions as limits } from '#server/books/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBeginnings } from './beginnings.ts'
import { bestTitles } from './choose.ts'
import { lookUpTitles } from './look-up.ts'
import { readTyped } from './read-typed.ts'

export type MarketTitle = { title: string; author: string; isbn?: string; branch?: string }

/** The best first; each title once, however its copies are listed. The same for everybody. */
export async function findMarketTitles(db: Db, text: string, max: number): Promise<MarketTitle[]> {
  if (text.length < limits.minLetters) return []
  const { isbn, terms } = readTyped(text)
  const begun = await findBeginnings(db, terms)
  if (isbn === undefined && begun.length === 0) return []
  const found = bestTitles(await lookUpTitles(db, { isbn, terms: begun }), begun).slice(0, max)
  const keys = found.map(({ titleKey }) => titleKey)
  const { rows } = await sql<{ title_key: string; branch: string }>`
    select distinct on (title_key) title_key, branch from books
    where title_key = any(${keys}::text[]) and deleted_at is null
    order by title_key, id`.execute(db)
  const branches = new Map(rows.map(({ title_key, branch }) => [title_key, branch]))
  return found.map(({ title, author, titleKey }) => {
    const branch = branches.get(titleKey)
    return {
      title,
      author,
      ...(isIsbnKey(titleKey) && { isbn: titleKey.slice('isbn '.length) }),
      ...(branch !== undefined && { branch }),
    }
  })
}
