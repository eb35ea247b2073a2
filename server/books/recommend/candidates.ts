// The books that a book is compared with: for each trait, the newest books that share it.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { normalize } from '#contract/books/normalize.ts'
import type { BooksTable } from '#db/tables.ts'
import { maxBooksOfKey } from '#server/books/limits.ts'
import {
  allOf,
  containsTerms,
  hasTerms,
  hideFromPlanner,
  isForSale,
  isInKeys,
} from '#server/books/search/conditions.ts'
import { plainWord, splitWords } from '#server/books/search/words/read-search.ts'
import { findTerms, type Term } from '#server/books/search/words/terms.ts'
import { isVisibleExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type BookTraits, titleWords } from './similarity.ts'

const maxCandidateTitleWords = 3

/** If more books than this contain a title word, only the newest are candidates. */
const maxBooksOfOneWord = 5000

const maxCandidatesPerTrait = 40

export type Candidate = BookTraits & { id: string; title_key: string }

export const candidateColumns = [
  'books.id',
  'title_key',
  'title',
  'author',
  'branch',
  'genre',
  'description',
] as const

/** `words` are in this order in the title or the author. */
type Trait = { branch: string } | { genre: string } | { words: string }

type Books = RawBuilder<Selectable<BooksTable>>

/**
 * Returns the books that contain a text, as a table for `from`. Uses the index of words or, if too
 * many books have each word, scans the newest books.
 */
async function booksWithWords(db: Db, text: string): Promise<Books> {
  const terms = await findTerms(db, splitWords(text).map(plainWord), { few: 0 })
  const contained = containsTerms([plainWord(text)])
  const max = terms.length === 1 ? maxBooksOfOneWord : maxBooksOfKey
  const isByKey = (term: Term) => isInKeys(term) && term.books <= max
  // `offset 0` makes PostgreSQL search once. Otherwise the planner might repeat the search for each
  // of the newest books.
  return terms.some(isByKey)
    ? sql`(select * from books where ${allOf([isForSale, ...hasTerms(terms, isByKey), contained])} offset 0)`
    : sql`(select * from books where ${hideFromPlanner(contained)})`
}

async function booksWith(db: Db, trait: Trait): Promise<Books> {
  if ('branch' in trait) return sql`(select * from books where branch = ${trait.branch})`
  if ('genre' in trait) return sql`(select * from books where genre = ${trait.genre})`
  return booksWithWords(db, trait.words)
}

/**
 * Reads the newest listed books with a trait: one more than are compared, because the book itself
 * may be one of them.
 */
const readNewest = async (
  db: Db,
  trait: Trait,
  hiddenSellers: readonly string[],
): Promise<Candidate[]> =>
  db
    .selectFrom((await booksWith(db, trait)).as('books'))
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(candidateColumns)
    .where(isVisibleExcept(hiddenSellers))
    .orderBy('books.id', 'desc')
    .limit(maxCandidatesPerTrait + 1)
    .execute()

export async function findCandidates(
  db: Db,
  book: Candidate,
  hiddenSellers: readonly string[],
): Promise<Candidate[]> {
  const words = titleWords(book.title).slice(0, maxCandidateTitleWords)
  const traits: Trait[] = [
    { branch: book.branch },
    ...(book.genre === null ? [] : [{ genre: book.genre }]),
    ...[normalize(book.author), ...words].map((words) => ({ words })),
  ]
  const byId = new Map<string, Candidate>()
  const read = (trait: Trait) => readNewest(db, trait, hiddenSellers)
  for (const newest of await Promise.all(traits.map(read)))
    for (const candidate of newest
      .filter(({ id }) => id !== book.id)
      .slice(0, maxCandidatesPerTrait))
      byId.set(candidate.id, candidate)
  return [...byId.values()]
}
