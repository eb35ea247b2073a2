// Calendar dates in India (Asia/Kolkata), as YYYY-MM-DD: rents and reports count by them.

// India is ahead of UTC and has had no daylight saving since 1945.
const offsetMs = 5.5 * 3_600_000
const dayMs = 86_400_000

export const indianDate = (time: Date): string =>
  new Date(time.getTime() + offsetMs).toISOString().slice(0, 10)

/** False for an invalid Date, and for the last hours that a Date can hold. */
export const hasIndianDate = (time: Date): boolean =>
  !Number.isNaN(new Date(time.getTime() + offsetMs).getTime())

export const indianYear = (time: Date): number => Number(indianDate(time).slice(0, 4))

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
