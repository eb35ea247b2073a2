// Lists books by filters or by the words of a search, and counts them.
import { sql } from 'kysely'
import {
  maxCountedLater,
  maxCountedMatches,
  maxShelvedMatches,
  minExactMatches,
} from '#server/books/policy.ts'
import type { SearchTerms } from '#server/books/search/words/read-search.ts'
import { anyNumber, findTerms, type Term } from '#server/books/search/words/vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  allOf,
  type Condition,
  containsAll,
  containsSimilar,
  containsTerms,
  isMarkFilter,
  type LeavesFew,
} from './conditions.ts'
import type { ListQuery } from './filters.ts'
import type { FoundBooks, PageQuery } from './pages.ts'
import { rankBy } from './ranking.ts'
import { type Found, readFew } from './read-books.ts'
import { findWhatLeavesFew } from './selectivity.ts'
import { sortings } from './sorting.ts'
import { conditionOf, readInOrder, sourceOf } from './sources.ts'

const counted = { isMinimum: false, areVeryMany: false } as const
const tooMany = { total: maxCountedMatches, isMinimum: true } as const
const none: Found = { total: 0, rows: [], areTooMany: false }
/** A page is read as the one before it, whatever has come meanwhile. */
const maxMatches = ({ step }: PageQuery) =>
  step === 'exact' || step === 'similar' ? maxCountedLater : maxCountedMatches
const hasSimilar = (terms: readonly Term[]) => terms.some(({ similar }) => similar.length > 0)

async function findBroad(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  words: Condition[],
): Promise<FoundBooks> {
  const page = { ...request, sorting: sortings[query.sort ?? 'newest'] }
  const rows = await readInOrder(db, query, page, words)
  return {
    step: 'broad',
    sorting: page.sorting,
    rows,
    ...tooMany,
    condition: conditionOf(query, words),
    rowCondition: conditionOf(query, words),
    areVeryMany: true,
  }
}

/** By filters alone. */
export async function findChosen(
  db: Db,
  query: ListQuery,
  request: PageQuery,
): Promise<FoundBooks> {
  const sorting = sortings[query.sort ?? 'newest']
  const leavesFew = await findWhatLeavesFew(db, query, [])
  const source = sourceOf(query, [], [], { withSimilar: false, leavesFew })
  const { areTooMany, ...found } = await readFew(db, source, { ...request, sorting })
  if (areTooMany) {
    const broad: FoundBooks = { ...(await findBroad(db, query, request, [])), step: 'all' }
    return isMarkFilter(leavesFew)
      ? { ...broad, condition: source.condition, areVeryMany: false }
      : broad
  }
  const condition = leavesFew ? source.condition : conditionOf(query)
  return { step: 'all', sorting, ...found, ...counted, condition }
}

/**
 * Books with all words or similar ones, those with all words first. Where they are many, these are
 * followed by the others as they are, the newest first.
 */
async function findSimilar(
  db: Db,
  query: ListQuery,
  search: SearchTerms,
  terms: readonly Term[],
  { leavesFew, ...request }: PageQuery & { leavesFew: LeavesFew },
): Promise<FoundBooks> {
  const ranking = rankBy(terms, search, true)
  const [exact, similar] = [containsTerms(terms), containsSimilar(terms)]
  const sorting = sortings[query.sort ?? 'rank']
  const page = { ...request, sorting }
  const source = sourceOf(query, terms, [similar], { withSimilar: true, leavesFew })
  if (request.step !== 'similar-broad') {
    const options = { ranking, max: maxMatches(request) }
    const { areTooMany, ...found } = await readFew(db, source, page, options)
    const { condition } = source
    const exactCondition = allOf([condition, exact])
    if (!areTooMany)
      return { step: 'similar', sorting, condition, exactCondition, ...found, ...counted }
  }
  const condition = conditionOf(query, [similar])
  const broad = {
    step: 'similar-broad',
    sorting,
    condition,
    areVeryMany: true,
    ...tooMany,
  } as const
  if (query.sort !== undefined)
    return { ...broad, rows: await readInOrder(db, query, page, [similar]) }
  const exactSource = sourceOf(query, terms, [exact], { withSimilar: false, leavesFew })
  const { rows, total, areTooMany } = await readFew(db, exactSource, page, { ranking })
  const [lastRank, id = null] = page.after ?? []
  const rest = {
    sorting: sortings.newest,
    after: lastRank === 0 ? [null, id] : undefined,
    limit: page.limit - rows.length,
  }
  const others = await readInOrder(db, query, rest, [similar, sql`not (${exact})`])
  return {
    ...broad,
    rows: [...rows, ...others],
    rowCondition: condition,
    ...(total > 0 && !areTooMany && { exactCondition: exactSource.condition }),
  }
}

/** By words. Words like them are asked for where few books have one of them, or all of them. */
export async function findByWords(
  db: Db,
  query: ListQuery,
  search: SearchTerms,
  terms: readonly Term[],
  request: PageQuery,
): Promise<FoundBooks> {
  const { words, isbn } = search
  const exact = isbn === undefined ? containsTerms(terms) : containsAll(search)
  const leavesFew = await findWhatLeavesFew(db, query, terms)
  if (hasSimilar(terms)) return findSimilar(db, query, search, terms, { ...request, leavesFew })
  const source =
    isbn === undefined
      ? sourceOf(query, terms, [exact], { withSimilar: false, leavesFew })
      : { condition: conditionOf(query, [exact]) }
  const isBroad = request.step === 'broad'
  const sorting = sortings[query.sort ?? (isBroad ? 'newest' : 'rank')]
  const isUnknown = terms.some(({ words }) => words?.length === 0)
  const page = { ...request, sorting }
  const { areTooMany, ...found } = isUnknown
    ? none
    : await readFew(db, source, page, {
        ranking: rankBy(terms, search, false),
        max: maxMatches(request),
      })
  if (areTooMany) {
    const broad = await findBroad(db, query, request, [exact])
    const areFew = isbn !== undefined || isMarkFilter(leavesFew)
    return areFew || terms.some(({ books }) => books <= maxShelvedMatches)
      ? { ...broad, condition: source.condition, areVeryMany: false }
      : broad
  }
  if (
    !isBroad &&
    found.total < minExactMatches &&
    terms.some(({ books }) => books >= minExactMatches)
  ) {
    const similar = await findTerms(db, words, anyNumber, request.lookUp)
    if (hasSimilar(similar))
      return findSimilar(db, query, search, similar, { ...request, leavesFew })
  }
  const step = isBroad ? 'broad' : 'exact'
  return { step, sorting, ...found, ...counted, condition: source.condition }
}
