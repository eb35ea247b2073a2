import { addDays, indianDate } from '#contract/common/dates.ts'
import { lazy } from '#contract/common/lazy.ts'
import { IsoDate } from '#contract/common/schemas.ts'

const maxHolidayDays = 60

/** The first and the last day on which a seller can be back. */
export const holidayEnds = (now = new Date()) => ({
  first: addDays(indianDate(now), 1),
  last: addDays(indianDate(now), maxHolidayDays),
})

/** The day on which a seller is back. Today is read at each check, because a server keeps running. */
export const HolidayEnd = IsoDate.refine(
  (date) => date >= holidayEnds().first && date <= holidayEnds().last,
  `A holiday ends tomorrow at the earliest, and in ${maxHolidayDays} days at the latest.`,
)

const dayFormat = lazy(
  () => new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** Returns 'Back on 5 Dec' or, if `who` is 'Seller', 'Seller back on 5 Dec'. */
export const backOnText = (date: string, who?: string): string =>
  `${who ? `${who} back` : 'Back'} on ${dayFormat().format(new Date(date))}`
