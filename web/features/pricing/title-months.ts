import type { PricingReport } from '#contract/books/pricing.ts'

type Month = PricingReport['months'][number]
export type TitleMonth = { month: string } & NonNullable<Month['titles']>

/** The months with sales of a title that had been sold before. */
export const titleMonths = (months: readonly Month[]): TitleMonth[] =>
  months.flatMap(({ month, titles }) => (titles ? [{ month, ...titles }] : []))
