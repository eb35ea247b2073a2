import { formatCount } from '#web/format.ts'

/** '24 books', or '1,000+ books' where there are more than were counted. */
export const formatTotal = (total: number, isMinimum = false): string =>
  isMinimum ? `${total.toLocaleString('en-IN')}+ books` : formatCount(total, 'book')
