// The row of a listing, from the form that makes it or the one that changes it.
import type { BookChange, NewBook } from '#contract/book-forms.ts'
import { branchName } from '#contract/branches.ts'
import { changedTerms, listingTerms, type Predictable } from './rules.ts'
import type { LockedBook } from './store.ts'
import { isbn13 } from './words.ts'

const yearOf = (date: string) => Number(date.slice(0, 4))

/** A new listing, whose year is that of its date where no year is given; `predict` gives paise. Refuses prices that break the rules. */
export function listingOf(entered: NewBook, predict: (copy: Predictable) => number) {
  const { publicationDate: date, publication_year: year = date === undefined ? undefined : yearOf(date) } = entered
  const form = { ...entered, publication_year: year }
  return {
    title: form.title,
    author: form.author,
    book_type: form.bookType,
    branch: branchName(form.branch),
    genre: form.genre ?? null,
    description: form.description ?? null,
    isbn: form.isbn === undefined ? null : isbn13(form.isbn),
    condition: form.condition ?? ('good' as const),
    publication_date: form.publicationDate ?? null,
    publication_year: form.publication_year ?? null,
    pages: form.pages ?? null,
    copies: form.copies ?? 1,
    ...listingTerms(form, predict),
  }
}

type Clearable = 'description' | 'publicationDate' | 'publication_year' | 'pages'

/** The year that goes with a date: a new date brings its own, and a new book that loses its date loses its year too. */
function yearWith(date: string | null, book: LockedBook): number | null {
  if (date === null) return book.book_type === 'new' && book.publication_date !== null ? null : book.publication_year
  return date === book.publication_date ? (book.publication_year ?? yearOf(date)) : yearOf(date)
}

/**
 * What a change makes of a listing: an absent field stays, an empty one is cleared if it may be empty; the year goes with
 * a new date. `predict` gives paise.
 */
export function changedListing(book: LockedBook, change: BookChange, predict: (copy: Predictable, branch: string) => number) {
  const given = <Name extends Clearable, Kept>(name: Name, kept: Kept) => (Object.hasOwn(change, name) ? (change[name] ?? null) : kept)
  const publication_date = given('publicationDate', book.publication_date)
  const facts = {
    branch: change.branch === undefined ? book.branch : branchName(change.branch),
    condition: change.condition ?? book.condition,
    publication_year: given('publication_year', yearWith(publication_date, book)),
  }
  return {
    title: change.title ?? book.title,
    author: change.author ?? book.author,
    description: given('description', book.description),
    publication_date,
    pages: given('pages', book.pages),
    ...facts,
    ...changedTerms(book, change, facts, (copy) => predict(copy, facts.branch)),
  }
}
