import { indianDate } from '#contract/common/dates.ts'

/** Years such as '2026-27', which begin in April, with months such as '2026-11'. */
export type FinancialYear = { year: string; months: string[] }

const format = new Intl.DateTimeFormat('en-IN', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
export const monthLabel = (month: string): string => format.format(new Date(`${month}-01`))

/** Returns all financial years from one time to another, and their months; the newest first. */
export function accountPeriods(from: Date, to: Date): FinancialYear[] {
  const first = indianDate(from).slice(0, 7)
  const years = new Map<number, string[]>()
  const last = new Date(`${indianDate(to).slice(0, 7)}-01`)
  for (const month = last; ; month.setUTCMonth(month.getUTCMonth() - 1)) {
    const name = month.toISOString().slice(0, 7)
    if (name < first) break
    const year = month.getUTCFullYear() - (month.getUTCMonth() < 3 ? 1 : 0)
    years.set(year, [...(years.get(year) ?? []), name])
  }
  return [...years].map(([year, months]) => ({
    year: `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
    months,
  }))
}
