import { type SqlBool, sql } from 'kysely'

/**
 * Returns a condition for statements that lock or write a row with a `version`. If the argument is
 * undefined, any version is accepted.
 */
export const isExpected = (version: number | undefined) =>
  version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`version = ${version}`
