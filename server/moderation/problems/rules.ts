import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { maxProblemPhotos, type ProblemReason } from '#contract/orders/problem-form.ts'
import { isClosed } from '#server/orders/lifecycle/status.ts'
import { type OrderDetails, reportableReasons } from '#server/orders/rules.ts'

/** Throws problem_open, order_closed, not_reportable. */
export function rejectReport(order: OrderDetails, reason: ProblemReason, now: Date): void {
  if (order.has_open_problem) throw new AppError('problem_open')
  if (isClosed(order, now)) throw new AppError('order_closed')
  if (!reportableReasons(order, now).includes(reason)) throw new AppError('not_reportable')
}

type PaidOrder = { price: number; deposit: number | null; exchange_id: string | null }

/** The highest refund that a seller can propose, in paise. An exchanged book had no price. */
export const maxRefund = ({ price, deposit, exchange_id }: PaidOrder): number =>
  exchange_id === null ? price + (deposit ?? 0) : 0

/** `refund` is in paise. Throws malformed. */
export function rejectRefund(order: PaidOrder, refund: number | null): void {
  if (refund === null || refund <= maxRefund(order)) return
  if (order.exchange_id !== null)
    throw fieldError('refund', 'Nothing was paid for a book that was swapped.')
  const limit = formatRupees(maxRefund(order))
  const sum = order.deposit === null ? 'the price' : 'the price and the deposit'
  throw fieldError('refund', `The amount can be at most ${limit}: ${sum}.`)
}

export function rejectPhotoCount(count: number): void {
  if (count > maxProblemPhotos) throw new AppError('too_many_photos')
}

export const photoRoute = '/problem-photos/:messageId/:position/:width'
export const photoPath = (messageId: string, position: number): string =>
  `/problem-photos/${messageId}/${position}`
