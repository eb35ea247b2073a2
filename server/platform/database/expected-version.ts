import { type SqlBool, sql } from 'kysely'

/**
 * Returns a condition for statements that lock or write a row with a `version`; undefined accepts
 * any version.
 */
export const isExpected = (version: number | undefined) =>
  version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`version = ${version}`
