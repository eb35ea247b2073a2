import { indianYear } from '#contract/common/dates.ts'

/** After this many years a used book may be out of print and cost more than it did new. */
const outOfPrintYears = 20

/** Whether the asking price of a used book from this year may exceed its list price. */
export const mayExceedListPrice = (
  publicationYear: number | null | undefined,
  now = new Date(),
): boolean => publicationYear != null && publicationYear <= indianYear(now) - outOfPrintYears
