import { indianYear } from '#contract/common/dates.ts'

/** Used books of this age are out of print and sought after: they may cost more than when new. */
export const outOfPrintYears = 20

/** Whether a used book published in this year may be asked above its list price. */
export const mayExceedListPrice = (
  publicationYear: number | null | undefined,
  now = new Date(),
): boolean => publicationYear != null && publicationYear <= indianYear(now) - outOfPrintYears
