import { indianYear } from '#contract/common/dates.ts'

/** After this many years a used book may be out of print and cost more than a new copy did. */
const outOfPrintYears = 20

export const mayExceedListPrice = (
  publicationYear: number | null | undefined,
  now = new Date(),
): boolean => publicationYear != null && publicationYear <= indianYear(now) - outOfPrintYears
