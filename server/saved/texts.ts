import { formatRupees } from '#contract/common/schemas.ts'
import { truncate } from '#contract/common/truncate.ts'
import { maxNamedTitleLetters } from './policy.ts'

const named = (title: string) => `“${truncate(title, maxNamedTitleLetters)}”`

/** Prices in paise. */
export const priceFellText = (title: string, from: number, to: number): string =>
  `${named(title)}, which you saved, costs ${formatRupees(to)} now instead of ${formatRupees(from)}.`

const ends = {
  sold: 'has been sold',
  rented: 'is rented out',
  removed: 'is no longer offered',
} as const

export const goneText = (title: string, how: keyof typeof ends): string =>
  `${named(title)}, which you saved, ${ends[how]}. Your list shows whether there are other copies.`
