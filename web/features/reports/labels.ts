import type { ReportRange } from '#contract/orders/reports.ts'

export const rangeLabels: Record<ReportRange, string> = {
  daily: 'Daily (last 30 days)',
  weekly: 'Weekly (last 12 weeks)',
  monthly: 'Monthly (last 12 months)',
  yearly: 'Yearly (last 5 years)',
}
