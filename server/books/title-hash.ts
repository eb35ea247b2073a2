import { createHash } from 'node:crypto'

/**
 * A title's key as short as any other, in the id of its page and in tags of what is cached: as the
 * database makes it (db/migrations/0004_books.sql).
 */
export const hashTitleKey = (titleKey: string): string =>
  createHash('md5').update(titleKey).digest('hex')
