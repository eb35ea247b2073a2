import { type SqlBool, sql } from 'kysely'

/** The versions of a row that a request was made for; without them, whatever is there. */
export type ExpectedVersions = readonly number[] | undefined

/** Part of the `where` clause that locks or writes a row with a `version`. */
export const isExpected = (versions: ExpectedVersions) =>
  versions === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`version = any(${[...versions]}::integer[])`
