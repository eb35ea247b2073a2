import type { Order } from '#contract/orders.ts'
import { formatCount, formatDate, noValue } from '#web/format.ts'

type RentDates = Pick<Order, 'rentStartDate' | 'rentEndDate' | 'rentDays'>

/** '7 Nov 2026 - 14 Nov 2026 (7 days)' */
export const formatRentPeriod = ({ rentStartDate, rentEndDate, rentDays }: RentDates): string =>
  rentStartDate && rentEndDate
    ? `${formatDate(rentStartDate)} - ${formatDate(rentEndDate)} (${formatCount(rentDays ?? 0, 'day')})`
    : noValue
