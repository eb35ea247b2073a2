import { type SqlBool, sql } from 'kysely'

/** The row versions that a request accepts; undefined accepts any. */
export type ExpectedVersions = readonly number[] | undefined

/** Returns a condition for statements that lock or write a row with a `version`. */
export const isExpected = (versions: ExpectedVersions) =>
  versions === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`version = any(${[...versions]}::integer[])`
