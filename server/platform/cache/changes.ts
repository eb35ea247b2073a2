// What commits change of what everybody sees, as the triggers of the database note it
// (db/migrations/0001_installation.sql).
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** What lists choose a book by; `text` stands for what a search and similarity read. */
export type ListedFacts = {
  branch: string
  type: 'new' | 'old'
  condition: string
  /** In paise. */
  price: number
  rentable: boolean
  rating: number | null
  /** The city's key, and kilometres on the map. */
  city: string | null
  x: number | null
  y: number | null
  handOvers: readonly string[]
  openToExchange: boolean
  /** Classes, exams and languages, as words of the text. */
  tags: readonly string[]
  text: string
}

/** `before` and `after` are of a book, null where it wasn't on the market. */
export type Change = {
  tags: readonly string[]
  before?: ListedFacts | null
  after?: ListedFacts | null
}

/** `all`: more than anybody would read one by one, or nobody knows what. */
export type Changes = readonly Change[] | 'all'

/** The changes of one transaction, which has this id in all processes; '' if nobody knows which. */
export type NotedChanges = { transaction: string; changes: Changes }

export const everything: NotedChanges = { transaction: '', changes: 'all' }

const readLines = (lines: string): Changes =>
  lines === 'all'
    ? 'all'
    : lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Change)

export async function readNotedChanges(db: Db): Promise<NotedChanges> {
  const { rows } = await sql<{ lines: string | null; transaction: string }>`
    select current_setting('dobara.changes', true) as lines,
      txid_current()::text as transaction`.execute(db)
  const [row] = rows
  return { transaction: row?.transaction ?? '', changes: readLines(row?.lines ?? '') }
}

export function parseNotification(payload: string): NotedChanges {
  const space = payload.indexOf(' ')
  return { transaction: payload.slice(0, space), changes: readLines(payload.slice(space + 1)) }
}

export const movedBooks = (changes: Changes): string[] =>
  changes === 'all'
    ? []
    : changes.flatMap(({ tags }) =>
        tags.filter((tag) => tag.startsWith('listed ')).map((tag) => tag.slice('listed '.length)),
      )
