import type { Order } from '#contract/orders/orders.ts'
import { formatCount, formatDate, noValue } from '#web/format.ts'

type RentDates = Pick<Order, 'rentStartDate' | 'rentEndDate' | 'rentDays'>

/** '7 Nov 2026 - 14 Nov 2026 (7 days)' */
export function formatRentPeriod({ rentStartDate, rentEndDate, rentDays }: RentDates): string {
  if (!rentStartDate || !rentEndDate) return noValue
  const days = formatCount(rentDays ?? 0, 'day')
  return `${formatDate(rentStartDate)} - ${formatDate(rentEndDate)} (${days})`
}
