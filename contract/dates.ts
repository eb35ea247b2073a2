// Calendar dates in India, by which rents are counted and reports are cut.

/** India's clock, ahead of UTC; there has been no daylight saving since 1945. */
const offsetMs = 5.5 * 3_600_000
const dayMs = 86_400_000

/** The date in Asia/Kolkata at a moment, YYYY-MM-DD. */
export const indianDate = (moment: Date): string =>
  new Date(moment.getTime() + offsetMs).toISOString().slice(0, 10)

/** Whether a moment has one: it is none at all, or among the last hours that a Date can tell. */
export const hasIndianDate = (moment: Date): boolean =>
  !Number.isNaN(new Date(moment.getTime() + offsetMs).getTime())

/** The year in Asia/Kolkata at a moment. */
export const indianYear = (moment: Date): number => Number(indianDate(moment).slice(0, 4))

/** The date so many days later (earlier, if negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
