import { formatCount } from '#contract/common/numbers.ts'

/** Returns '24 books', or '1,000+ books' if there are more than were counted. */
export const formatTotal = (total: number, isMinimum = false): string =>
  isMinimum ? `${total.toLocaleString('en-IN')}+ books` : formatCount(total, 'book')
