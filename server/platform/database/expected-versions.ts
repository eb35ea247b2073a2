import { type SqlBool, sql } from 'kysely'

/** The versions of a row that a request accepts; undefined accepts any version. */
export type ExpectedVersions = readonly number[] | undefined

/** A condition for statements that lock or write a row with a `version`. */
export const isExpected = (versions: ExpectedVersions) =>
  versions === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`version = any(${[...versions]}::integer[])`
